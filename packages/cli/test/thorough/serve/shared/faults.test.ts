import "../../../serve/shared/faults.test.ts";
