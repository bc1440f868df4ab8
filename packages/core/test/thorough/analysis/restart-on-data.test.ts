import "../../analysis/restart-on-data.test.ts";
