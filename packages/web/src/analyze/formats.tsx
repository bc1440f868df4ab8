const FORMATS = [
  {
    name: "A list of times",
    example: "0.31s\n0.42s\n9.05s",
    text: "One per line, as numbers or with a unit.",
  },
  {
    name: "A table",
    example: "took_ms;status;server\n310;ok;east\n40000;timeout;west",
    text: "With commas, tabs or semicolons. The columns are found by their names; you can correct them.",
  },
  {
    name: "JSON",
    example: '{"duration_ms":1200,"status":"ok"}\n{"duration_ms":30000,"status":"timeout"}',
    text: "One object per line, or an array.",
  },
  {
    name: "An access log",
    example: '… "GET /items/17 HTTP/1.1" 200 2326 0.125\n… "GET /slow HTTP/1.1" 504 0 60.000',
    text: "Of nginx or Apache, with the duration at the end of each line.",
  },
  {
    name: "Results of tests",
    example: '<testcase name="login" time="0.4"/>\n5.01s call  test_net.py::test_hang',
    text: "JUnit XML, go test -json, the output of pytest with its durations, or pytest-json-report.",
  },
  {
    name: "time, GNU parallel, hyperfine, Slurm",
    example: "real  0m3.100s\nuser  0m0.010s",
    text: "The output of time, a joblog, an export as JSON, or the output of sacct -P.",
  },
] as const;

/** The formats that it reads, in the place of the verdict. */
export function Formats() {
  return (
    <section class="card stack" aria-labelledby="formats">
      <h2 id="formats">What it reads</h2>
      <ul class="analyze-formats">
        {FORMATS.map(({ name, example, text }) => (
          <li key={name}>
            <h3>{name}</h3>
            <pre>{example}</pre>
            <p class="faint small">{text}</p>
          </li>
        ))}
      </ul>
      <p class="faint small">
        Also: journals of Mulligan, jobs of GitHub Actions, spans of OpenTelemetry, and any of these packed by
        gzip. Several files are read as one log.
      </p>
    </section>
  );
}
