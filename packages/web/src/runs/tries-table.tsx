import type { Tried } from "mulligan/client";
import { countText, timeText } from "../design/number-text.ts";
import { howItEnded } from "./how-it-ended.ts";
import { WideTable } from "./wide-table.tsx";

const MAX_ROWS = 20;

/** The same as in the picture, for who cannot see it or wants the numbers. */
export function TriesTable({ tries, unit }: { readonly tries: readonly Tried[]; readonly unit: string }) {
  if (tries.length === 0) return null;
  const hasTasks = tries.some(({ task }) => task !== undefined);
  return (
    <details class="small">
      <summary>The latest tries as a table</summary>
      <WideTable says="The latest tries">
        <thead>
          <tr>
            <th scope="col">try</th>
            <th scope="col">arm</th>
            {hasTasks && <th scope="col">task</th>}
            <th scope="col">cutoff</th>
            <th scope="col">time</th>
            <th scope="col">end</th>
          </tr>
        </thead>
        <tbody>
          {tries
            .slice(-MAX_ROWS)
            .toReversed()
            .map((tried) => (
              <tr key={tried.number}>
                <th scope="row">{countText(tried.number)}</th>
                <td>
                  <bdi>{tried.arm}</bdi>
                </td>
                {hasTasks && (
                  <td>
                    <bdi>{tried.task ?? "–"}</bdi>
                  </td>
                )}
                <td>{timeText(tried.cutoff, unit)}</td>
                <td>{timeText(tried.time, unit)}</td>
                <td>{howItEnded(tried)}</td>
              </tr>
            ))}
        </tbody>
      </WideTable>
    </details>
  );
}
