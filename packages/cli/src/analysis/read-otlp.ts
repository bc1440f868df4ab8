import type { LoggedRun } from "@mulligan/core/analysis";
import { z } from "zod";
import { shown } from "../shell/text.ts";
import { UsageError } from "../shell/usage-error.ts";
import { type Ending, runThatEnded, saysTimeout } from "./ending.ts";
import { checkedShape, type JsonDocument } from "./json-documents.ts";
import type { Reading } from "./record-runs.ts";

const Attributes = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()).optional() }))
  .optional();

const Nanoseconds = z.union([z.string().regex(/^\d{1,20}$/), z.number().nonnegative()]).optional();

const Span = z.object({
  name: z.string().default(""),
  startTimeUnixNano: Nanoseconds,
  endTimeUnixNano: Nanoseconds,
  attributes: Attributes,
  status: z
    .object({ code: z.union([z.number(), z.string()]).optional(), message: z.string().optional() })
    .optional(),
});

const Scopes = z.array(z.object({ spans: z.array(Span).default([]) })).optional();

const Traces = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: Attributes }).optional(),
      scopeSpans: Scopes,
      // The form until 2022.
      instrumentationLibrarySpans: Scopes,
    }),
  ),
});

/**
 * Reads OpenTelemetry's spans in JSON, as the OTLP file exporter writes them. Each span is a run, its input the service and the
 * name. A status of error is a failure, or a cut if it says that a time limit was exceeded.
 */
export function readOtlp(documents: Iterable<JsonDocument>): Reading {
  const rows: LoggedRun[] = [];
  let unfinished = 0;
  for (const { where, value } of documents) {
    for (const { resource, ...scopes } of checkedShape(where, value, Traces, "spans of OpenTelemetry")
      .resourceSpans) {
      const service = textOf(resource?.attributes, "service.name");
      for (const { spans } of [...(scopes.scopeSpans ?? []), ...(scopes.instrumentationLibrarySpans ?? [])]) {
        for (const span of spans) {
          const time = millisecondsOf(where, span);
          const instance = service === undefined ? span.name : `${service}: ${span.name}`;
          const row =
            time === undefined
              ? undefined
              : runThatEnded({ instance, start: Number(span.startTimeUnixNano) }, time, endingOf(span));
          if (row === undefined) unfinished += 1;
          else rows.push(row);
        }
      }
    }
  }
  return { rows, unit: "ms", notes: unfinished > 0 ? [`${unfinished} without an end left out`] : [] };
}

/** The difference is taken as whole numbers: nanoseconds since 1970 have more digits than a float. */
function millisecondsOf(where: string, span: z.infer<typeof Span>): number | undefined {
  const [start, end] = [span.startTimeUnixNano, span.endTimeUnixNano].map((moment) =>
    typeof moment === "number" ? BigInt(Math.floor(moment)) : BigInt(moment ?? 0),
  );
  if (start === 0n || end === 0n) return undefined;
  if (end < start) {
    throw new UsageError(
      `${where}: endTimeUnixNano must be at least startTimeUnixNano, got ${end} and ${start} in ${shown(span.name)}`,
    );
  }
  return Number(end - start) / 1e6;
}

function endingOf({ status, attributes }: z.infer<typeof Span>): Ending {
  const http = Number(
    textOf(attributes, "http.response.status_code") ?? textOf(attributes, "http.status_code"),
  );
  const isError = status?.code === 2 || status?.code === "STATUS_CODE_ERROR";
  if (!isError) return "done";
  const words = [status?.message, textOf(attributes, "error.type"), textOf(attributes, "exception.type")];
  // 4 is DEADLINE_EXCEEDED of gRPC.
  const isTimeout =
    http === 408 ||
    http === 504 ||
    textOf(attributes, "rpc.grpc.status_code") === "4" ||
    words.some(
      (word) => word !== undefined && (saysTimeout(word) || /^timeout$|deadline.?exceeded/i.test(word)),
    );
  return isTimeout ? "cut" : "failed";
}

function textOf(attributes: z.infer<typeof Attributes>, key: string): string | undefined {
  const value = attributes?.find((attribute) => attribute.key === key)?.value;
  const found = value?.stringValue ?? value?.intValue;
  return typeof found === "string" || typeof found === "number" ? String(found) : undefined;
}
