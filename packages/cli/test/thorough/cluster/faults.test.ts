import "../../cluster/faults.test.ts";
