import "../../paper/efficiency.test.ts";
