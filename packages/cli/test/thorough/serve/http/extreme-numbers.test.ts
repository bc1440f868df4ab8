import "../../../serve/http/extreme-numbers.test.ts";
