import "../semantics.test.ts";
