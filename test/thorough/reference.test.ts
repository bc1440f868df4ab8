import "../reference.test.ts";
