import type { TaskHistory } from "../../statistics/task-history.ts";
import { fromLogs } from "./from-logs.ts";
import type { TypeModel } from "./type-model.ts";

/**
 * How likely each type is for a task of which this was seen, and perhaps of an attempt that is under way. `counted`
 * says that the last fit has learned from this task: then the weights are taken without it.
 */
export function typePosterior(
  model: TypeModel,
  { arms, cells, counts }: TaskHistory,
  counted: boolean,
  outlived?: { readonly arm: number; readonly cell: number },
): Float64Array {
  const logs = Float64Array.from(model.types, (_, type) => {
    let log = 0;
    for (let i = 0; i < arms.length; i++) log -= counts[i] * model.outlived(type, arms[i], cells[i]);
    return outlived === undefined ? log : log - model.outlived(type, outlived.arm, outlived.cell);
  });
  const weighed = (weights: Float64Array) => fromLogs(logs.map((log, type) => log + Math.log(weights[type])));
  const shares = weighed(model.weights);
  return counted ? weighed(model.weightsWithout(shares)) : shares;
}
