import "../../../serve/http/openapi.test.ts";
