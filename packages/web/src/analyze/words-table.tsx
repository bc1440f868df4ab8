/** The numbers behind the sentences, as the command prints them; the first row is the heading. */
export function WordsTable({
  by,
  rows,
}: {
  readonly by: string;
  readonly rows: readonly (readonly string[])[];
}) {
  const [head, ...body] = rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be within reach of the keyboard
    <section class="card table analyze-table" aria-label={`The ${by}s in numbers`} tabIndex={0}>
      <table>
        <thead>
          <tr>
            {head.map((word) => (
              <th key={word} scope="col">
                {word.replace(" per ", "\u00a0per\u00a0")}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {body.map(([name, ...cells]) => (
            <tr key={name}>
              <th scope="row" title={name}>
                {name}
              </th>
              {cells.map((cell, place) => (
                <td key={head[place + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
