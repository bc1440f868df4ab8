import "../../analysis/retries.test.ts";
