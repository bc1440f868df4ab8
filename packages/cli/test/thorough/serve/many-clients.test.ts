import "../../serve/many-clients.test.ts";
