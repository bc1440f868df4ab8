import { config } from "zod";

// For who checks what comes in where `eval` is forbidden, as on the page: Zod would make code of a schema, and its mere
// attempt is reported. Imported before any schema is made.
config({ jitless: true });
