import "../../studies/formulas.test.ts";
