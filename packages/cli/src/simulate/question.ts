import type { CellResult, Row } from "@mulligan/core/simulate";
import type { Known } from "./known-before.ts";

/** What a thread can be asked. The experiment is read there, from its words: even its best rate may take seconds. */
export type Question =
  | { readonly kind: "known" }
  /** The cells from `from` up to, not including, `to`. */
  | { readonly kind: "cells"; readonly from: number; readonly to: number }
  | { readonly kind: "rows"; readonly results: readonly CellResult[] };

export type Answer =
  | { readonly kind: "known"; readonly known: Known }
  | { readonly kind: "cells"; readonly results: readonly CellResult[] }
  | { readonly kind: "rows"; readonly rows: readonly Row[] };
