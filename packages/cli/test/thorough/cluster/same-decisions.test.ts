import "../../cluster/same-decisions.test.ts";
