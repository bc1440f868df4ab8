import "../../tasks/uncut-coverage.test.ts";
