import { config } from "zod";

// The page forbids `eval`. Zod would compile schemas to code, and browsers report the mere attempt. This module must be
// imported before any schema is made.
config({ jitless: true });
