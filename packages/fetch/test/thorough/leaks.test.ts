import "../leaks.test.ts";
