import "../../sat/spread.test.ts";
