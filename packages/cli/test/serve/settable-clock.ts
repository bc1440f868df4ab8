import { openClock } from "../../dist/serve/http/clock.js";

/** The clock of a service on a machine whose clock can be set, and the time that passes there. */
export function settableClock() {
  const machine = { wall: 1_800_000_000_000, elapsed: 5_000 };
  const clock = openClock(
    () => machine.wall,
    () => machine.elapsed,
  );
  const pass = (milliseconds: number) => {
    machine.wall += milliseconds;
    machine.elapsed += milliseconds;
  };
  return { clock, pass, set: (by: number) => void (machine.wall += by) };
}
