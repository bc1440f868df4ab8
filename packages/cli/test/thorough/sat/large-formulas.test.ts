import "../../sat/large-formulas.test.ts";
