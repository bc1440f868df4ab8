import "../../../policies/types/hidden-types-snapshot.test.ts";
