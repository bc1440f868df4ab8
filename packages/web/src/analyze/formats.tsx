const FORMATS = [
  { name: "A list of times", look: "0.31s\n0.42s\n9.05s", made: "One a line, as numbers or durations." },
  {
    name: "A table",
    look: "time,completed,arm\n3.1,1,east\n40,0,west",
    made: "Commas, tabs or semicolons. 0 stands for a run that was cut. Columns of other names can be chosen.",
  },
  {
    name: "A journal",
    look: '{"type":"header","format":"mulligan-journal", …\n{"type":"trial","time":812,"completed":1, …',
    made: "Of mulligan run or mulligan sat, with --state FILE.",
  },
  {
    name: "GNU parallel’s joblog",
    look: "Seq Host Starttime  JobRuntime …\n1   :    1700000000 2.500 …",
    made: "parallel --joblog FILE …",
  },
  {
    name: "hyperfine’s JSON",
    look: '{ "results": [ { "command": "sleep 1",\n  "times": [1.002, 1.003, …',
    made: "hyperfine --export-json FILE …",
  },
] as const;

/** What stands where the verdict will be. */
export function Formats() {
  return (
    <section class="card stack" aria-labelledby="formats">
      <h2 id="formats">What it reads</h2>
      <ul class="analyze-formats">
        {FORMATS.map(({ name, look, made }) => (
          <li key={name}>
            <h3>{name}</h3>
            <pre>{look}</pre>
            <p class="faint small">{made}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
