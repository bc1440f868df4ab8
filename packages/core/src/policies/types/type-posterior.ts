import type { TaskHistory } from "../../statistics/task-history.ts";
import type { TypeModel } from "./type-model.ts";

/** How likely each type is for a task of which this was seen, and perhaps of an attempt that is under way. */
export function typePosterior(
  model: TypeModel,
  { arms, cells, counts }: TaskHistory,
  outlived?: { readonly arm: number; readonly cell: number },
): Float64Array {
  let largest = -Infinity;
  const shares = model.weights.map((weight, type) => {
    let log = Math.log(weight);
    for (let i = 0; i < arms.length; i++) log -= counts[i] * model.outlived(type, arms[i], cells[i]);
    if (outlived !== undefined) log -= model.outlived(type, outlived.arm, outlived.cell);
    if (log > largest) largest = log;
    return log;
  });
  let sum = 0;
  for (let type = 0; type < shares.length; type++) sum += shares[type] = Math.exp(shares[type] - largest);
  return shares.map((share) => share / sum);
}
