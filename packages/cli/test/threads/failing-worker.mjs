import { UsageError } from "../../dist/shell/usage-error.js";
import { withUsageErrors } from "../../dist/threads/open-pool.js";

export const work = withUsageErrors((task) => {
  if (task === "mistake") throw new UsageError("--law: must be given");
  if (task === "defect") throw new RangeError("arms: must differ");
  return task;
});
