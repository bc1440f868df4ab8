import "../../commands/endings.test.ts";
