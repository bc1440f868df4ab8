import type { TaskHistory } from "../../statistics/task-history.ts";
import { fromLogs } from "./from-logs.ts";
import type { TypeModel } from "./type-model.ts";

/** How likely each type is for a task of which this was seen, and perhaps of an attempt that is under way. */
export function typePosterior(
  model: TypeModel,
  { arms, cells, counts }: TaskHistory,
  outlived?: { readonly arm: number; readonly cell: number },
): Float64Array {
  const shares = model.weights.map((weight, type) => {
    let log = Math.log(weight);
    for (let i = 0; i < arms.length; i++) log -= counts[i] * model.outlived(type, arms[i], cells[i]);
    return outlived === undefined ? log : log - model.outlived(type, outlived.arm, outlived.cell);
  });
  return fromLogs(shares);
}
