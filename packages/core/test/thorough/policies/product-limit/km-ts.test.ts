import "../../../policies/product-limit/km-ts.test.ts";
