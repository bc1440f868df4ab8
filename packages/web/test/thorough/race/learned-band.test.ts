import "../../race/learned-band.test.ts";
