import "../../../policies/types/pinned-decisions.test.ts";
