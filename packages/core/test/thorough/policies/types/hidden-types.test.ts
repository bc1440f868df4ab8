import "../../../policies/types/hidden-types.test.ts";
