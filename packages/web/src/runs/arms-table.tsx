import type { ArmCounts, Learned } from "mulligan/client";
import { countText, timeText } from "../design/number-text.ts";
import { WideTable } from "./wide-table.tsx";

interface ArmsTableProps {
  readonly arms: readonly (ArmCounts & Learned)[];
  readonly unit: string;
}

/** What became of each arm. */
export function ArmsTable({ arms, unit }: ArmsTableProps) {
  return (
    <section class="card stack">
      <h3>Arms</h3>
      <WideTable says="Arms">
        <thead>
          <tr>
            <th scope="col">arm</th>
            <th scope="col">tries</th>
            <th scope="col">solved</th>
            <th scope="col">cut</th>
            <th scope="col">failed</th>
            <th scope="col">time</th>
            <th scope="col">best cutoff</th>
            <th scope="col">restart</th>
          </tr>
        </thead>
        <tbody>
          {arms.map(({ name, completed, failed, censored, time, bestCutoff, bestRate, restart }, place) => (
            <tr key={place}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>{countText(completed + censored)}</td>
              <td>{countText(completed - failed)}</td>
              <td>{countText(censored)}</td>
              <td>{countText(failed)}</td>
              <td>{timeText(time, unit)}</td>
              <td>{bestCutoff === null || !bestRate ? "–" : timeText(bestCutoff, unit)}</td>
              <td>{restart}</td>
            </tr>
          ))}
        </tbody>
      </WideTable>
    </section>
  );
}
