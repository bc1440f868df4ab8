import { UsageError } from "../../dist/shell/usage-error.js";
import { refusing } from "../../dist/threads/refusing.js";

export const work = refusing((task) => {
  if (task === "mistake") throw new UsageError("--law: must be given");
  if (task === "defect") throw new RangeError("arms: must differ");
  return task;
});
