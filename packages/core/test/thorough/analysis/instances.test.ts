import "../../analysis/instances.test.ts";
