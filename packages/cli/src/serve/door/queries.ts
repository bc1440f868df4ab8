import { z } from "@hono/zod-openapi";
import { EVENTS } from "./listeners.ts";

const WholeNumber = z
  .string()
  .regex(/^\d{1,15}$/, "must be a whole number")
  .transform(Number)
  .openapi({ type: "integer", minimum: 0 });

/** What may stand after the ? of a request for tries. */
export const TriesQuery = z.object({
  after: WholeNumber.optional().openapi({ description: "only those after the one with this number" }),
});

/** And of one for events, or for the list. */
export const ListQuery = z.object({
  latest: WholeNumber.optional().openapi({ description: "only so many, those that were active last" }),
});

export const EventsQuery = z.object({
  events: z
    .string()
    .transform((text) => text.split(","))
    .pipe(z.array(z.enum(EVENTS)))
    .optional()
    .openapi({ type: "string", description: `which, as a list with commas: ${EVENTS.join(",")}` }),
});
