import "../../serve/calls-from-python.test.ts";
