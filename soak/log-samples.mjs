// A log in each format that `analyze` reads, as the documentation of the program describes it, and the runs in it.

/**
 * @typedef {object} LogSample
 * @property {string} name
 * @property {string} source Where the format is described.
 * @property {string} kind
 * @property {string} text
 * @property {"ms" | "s" | "flips"} [unit]
 * @property {readonly (readonly [time: number, ending: "done" | "failed" | "cut", instance?: string, arm?: string])[]} runs
 * @property {string} [notice] What is told, without the file and the number of runs.
 */

const lines = (/** @type {readonly string[]} */ ...all) => `${all.join("\n")}\n`;

/** @type {readonly LogSample[]} */
export const LOG_SAMPLES = [
  {
    name: "JSON lines",
    source: "https://jsonlines.org/",
    kind: "json",
    text: lines(
      '{"level":"info","msg":"started"}',
      '{"msg":"call","job":{"name":"a"},"duration_ms":1200,"status":"ok","provider":"east"}',
      "a warning of another library",
      '{"msg":"call","job":{"name":"b"},"duration_ms":30000,"status":"timed out","provider":"west"}',
      '{"msg":"call","job":{"name":"a"},"duration_ms":80,"status":"error","provider":"east"}',
    ),
    unit: "ms",
    runs: [
      [1200, "done", "a", "east"],
      [30000, "cut", "b", "west"],
      [80, "failed", "a", "east"],
    ],
    notice:
      'time from "duration_ms" (ms), outcome from "status" (timed out = cut, error = failed), arm from "provider", input from "job.name", 1 without "duration_ms" left out, 1 that are not JSON left out',
  },
  {
    name: "a JSON array of numbers",
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-5",
    kind: "json",
    text: "[\n  1.5,\n  2,\n  4e1\n]\n",
    runs: [
      [1.5, "done"],
      [2, "done"],
      [40, "done"],
    ],
  },
  {
    name: "a JSON array of objects",
    source: "https://www.rfc-editor.org/rfc/rfc8259#section-5",
    kind: "json",
    text: JSON.stringify(
      [
        { test: "parse", elapsed: "1m3s", exitCode: 0 },
        { test: "solve", elapsed: "10m", exitCode: 124 },
        { test: "print", elapsed: "250ms", exitCode: 1 },
      ],
      null,
      2,
    ),
    unit: "ms",
    runs: [
      [63_000, "done", "parse"],
      [600_000, "cut", "solve"],
      [250, "failed", "print"],
    ],
    notice: 'time from "elapsed", outcome from "exitCode" (124 = cut, 1 = failed), input from "test"',
  },
  {
    name: "JUnit XML",
    source: "https://github.com/testmoapp/junitxml",
    kind: "junit",
    text: lines(
      '<?xml version="1.0" encoding="UTF-8"?>',
      "<!-- three of five -->",
      '<testsuites time="1,301.4">',
      '  <testsuite name="Login" tests="5" failures="2" skipped="1" time="1,301.4">',
      '    <properties><property name="browser" value="a &gt; b"/></properties>',
      '    <testcase name="works &amp; stays" classname="Tests.Login" time="0.4"/>',
      "    <testcase name='fails' classname='Tests.Login' time='1.0'>",
      '      <failure message="expected 1 to be 2" type="AssertionError"><![CDATA[<testcase time="9"/>]]></failure>',
      "    </testcase>",
      '    <testcase name="hangs" classname="Tests.Login" time="1,300">',
      '      <error message="test timed out after 1300 seconds" type="TimeoutException"/>',
      "    </testcase>",
      '    <testcase name="later" classname="Tests.Login" time="0"><skipped message="not yet"/></testcase>',
      '    <testcase name="alone" time="2"><system-out>a failure is not this</system-out></testcase>',
      "  </testsuite>",
      "</testsuites>",
    ),
    unit: "s",
    runs: [
      [0.4, "done", "Tests.Login::works & stays"],
      [1, "failed", "Tests.Login::fails"],
      [1300, "cut", "Tests.Login::hangs"],
      [2, "done", "alone"],
    ],
    notice: "1 skipped left out",
  },
  {
    name: "pytest --durations",
    source: "https://docs.pytest.org/en/stable/how-to/usage.html#profiling-test-execution-duration",
    kind: "pytest-durations",
    text: lines(
      "============================= test session starts ==============================",
      "collected 3 items",
      "",
      "============================= slowest 5 durations ==============================",
      "5.01s call     tests/test_net.py::test_hang",
      "1.25s call     tests/test_net.py::test_get[slow server]",
      "0.50s setup    tests/test_net.py::test_get[slow server]",
      "0.25s teardown tests/test_net.py::test_get[slow server]",
      "0.10s call     tests/test_net.py::test_put",
      "=========================== short test summary info ============================",
      "FAILED tests/test_net.py::test_hang - Failed: Timeout (>5.0s) from pytest-timeout.",
      "FAILED tests/test_net.py::test_put - AssertionError: assert 404 == 200",
      "========================= 2 failed, 1 passed in 7.11s ==========================",
    ),
    unit: "s",
    runs: [
      [5.01, "cut", "tests/test_net.py::test_hang"],
      [2, "done", "tests/test_net.py::test_get[slow server]"],
      [0.1, "failed", "tests/test_net.py::test_put"],
    ],
    notice: "these are the slowest only: pytest --durations=0 -vv shows all",
  },
  {
    name: "pytest-json-report",
    source: "https://github.com/numirias/pytest-json-report#format",
    kind: "pytest-report",
    text: JSON.stringify({
      created: 1518371686.79,
      duration: 8.1,
      exitcode: 1,
      root: "/work",
      summary: { passed: 1, failed: 2, skipped: 1, total: 4 },
      tests: [
        {
          nodeid: "test_a.py::test_pass",
          outcome: "passed",
          setup: { duration: 0.5, outcome: "passed" },
          call: { duration: 1, outcome: "passed" },
          teardown: { duration: 0.25, outcome: "passed" },
        },
        {
          nodeid: "test_a.py::test_fail",
          outcome: "failed",
          setup: { duration: 0, outcome: "passed" },
          call: { duration: 2, outcome: "failed", crash: { path: "a", lineno: 5, message: "assert 1 == 2" } },
          teardown: { duration: 0, outcome: "passed" },
        },
        {
          nodeid: "test_a.py::test_hang",
          outcome: "failed",
          call: { duration: 5, outcome: "failed", crash: { message: "Failed: Timeout >5.0s" } },
        },
        { nodeid: "test_a.py::test_skip", outcome: "skipped", setup: { duration: 0.1, outcome: "skipped" } },
      ],
    }),
    unit: "s",
    runs: [
      [1.75, "done", "test_a.py::test_pass"],
      [2, "failed", "test_a.py::test_fail"],
      [5, "cut", "test_a.py::test_hang"],
    ],
    notice: "1 skipped left out",
  },
  {
    name: "an access log of nginx",
    source: "https://nginx.org/en/docs/http/ngx_http_log_module.html",
    kind: "access-log",
    text: lines(
      '192.0.2.7 - - [10/Oct/2025:13:55:36 +0000] "GET /items/17?full=1 HTTP/1.1" 200 2326 "-" "curl/8.5" 0.125',
      '192.0.2.8 - ann [10/Oct/2025:13:55:37 +0000] "POST /items HTTP/1.1" 499 0 "https://a.example/" "Say \\"hi\\" 9.9" 30.000',
      '2001:db8::1 - - [10/Oct/2025:13:55:38 +0000] "GET /items/18 HTTP/2.0" 500 12 "-" "curl/8.5" 2.5',
    ),
    unit: "s",
    runs: [
      [0.125, "done", "GET /items/*"],
      [30, "cut", "POST /items"],
      [2.5, "failed", "GET /items/*"],
    ],
    notice: "time from $request_time, input from method and path",
  },
  {
    name: "an access log of Apache",
    source: "https://httpd.apache.org/docs/2.4/mod/mod_log_config.html#formats",
    kind: "access-log",
    text: lines(
      '192.0.2.7 - frank [10/Oct/2025:13:55:36 -0700] "GET /a.html HTTP/1.0" 200 2326 "-" "Mozilla/5.0" 125000',
      '192.0.2.7 - - [10/Oct/2025:13:55:37 -0700] "GET /slow HTTP/1.0" 504 - "-" "Mozilla/5.0" 60000123',
      '192.0.2.7 - - [10/Oct/2025:13:55:38 -0700] "GET /no HTTP/1.0" 404 5 "-" "Mozilla/5.0" 900',
    ),
    unit: "ms",
    runs: [
      [125, "done", "GET /a.html"],
      [60000.123, "cut", "GET /slow"],
      [0.9, "failed", "GET /no"],
    ],
    notice: "times read as %D, microseconds (or --time %T), input from method and path",
  },
  {
    name: "hyperfine's JSON",
    source: "https://github.com/sharkdp/hyperfine#json",
    kind: "hyperfine",
    text: JSON.stringify(
      {
        results: [
          {
            command: "sleep 0.1",
            mean: 0.11,
            stddev: 0.01,
            median: 0.11,
            min: 0.1,
            max: 0.12,
            times: [0.1, 0.11, 0.12, 5],
            exit_codes: [0, 1, null, 124],
          },
          { command: "true", mean: 0.001, times: [0.001] },
        ],
      },
      null,
      2,
    ),
    unit: "s",
    runs: [
      [0.1, "done", undefined, "sleep 0.1"],
      [0.11, "failed", undefined, "sleep 0.1"],
      [0.12, "cut", undefined, "sleep 0.1"],
      [5, "cut", undefined, "sleep 0.1"],
      [0.001, "done", undefined, "true"],
    ],
  },
  {
    name: "a joblog of GNU parallel",
    source: "https://www.gnu.org/software/parallel/man.html (--joblog)",
    kind: "joblog",
    text: lines(
      "Seq\tHost\tStarttime\tJobRuntime\tSend\tReceive\tExitval\tSignal\tCommand",
      "1\t:\t1700000000.100\t     2.500\t0\t3\t0\t0\tjob a",
      "2\t:\t1700000000.200\t     5.000\t0\t0\t-1\t15\tjob b",
      "3\tserver\t1700000000.300\t     1.000\t0\t0\t1\t0\tjob c",
      "4\t:\t1700000000.400\t     9.000\t0\t0\t124\t0\ttimeout 9 job d",
      "5\t:\t1700000000.500\t     4.000\t0\t0\t0\t15\tjob e",
      "6\t:\t1700000000.600\t     0.500\t0\t0\t0\t11\tjob f",
    ),
    unit: "s",
    runs: [
      [2.5, "done", "job a"],
      [5, "cut", "job b"],
      [1, "failed", "job c"],
      [9, "cut", "timeout 9 job d"],
      [4, "cut", "job e"],
      [0.5, "failed", "job f"],
    ],
  },
  {
    name: "Slurm's sacct -P",
    source: "https://slurm.schedmd.com/sacct.html",
    kind: "sacct",
    text: lines(
      "JobID|JobName|Partition|Elapsed|State|ExitCode",
      "17|fit|long|00:01:03|COMPLETED|0:0",
      "17.batch|batch||00:01:03|COMPLETED|0:0",
      "18|fit|long|1-00:00:10|TIMEOUT|0:0",
      "18.batch|batch||1-00:00:11|CANCELLED|0:15",
      "19|plot|short|00:00:05|FAILED|1:0",
      "20|plot|short|00:10:00|CANCELLED by 1000|0:0",
      "21|plot|short|00:00:00|PENDING|0:0",
    ),
    unit: "ms",
    runs: [
      [63_000, "done", "fit"],
      [86_410_000, "cut", "fit"],
      [5_000, "failed", "plot"],
      [600_000, "cut", "plot"],
    ],
    notice:
      'outcome from "State" (TIMEOUT = cut, FAILED = failed, CANCELLED by 1000 = cut), 1 that did not run left out, 2 of single steps left out',
  },
  {
    name: "GitHub's list of jobs",
    source: "https://cli.github.com/manual/gh_run_view",
    kind: "github-jobs",
    text: lines(
      JSON.stringify({
        jobs: [
          {
            databaseId: 1,
            name: "test",
            status: "completed",
            conclusion: "success",
            startedAt: "2025-10-10T10:00:00Z",
            completedAt: "2025-10-10T10:05:00Z",
            steps: [
              {
                name: "Run tests",
                number: 2,
                status: "completed",
                conclusion: "success",
                startedAt: "2025-10-10T10:00:05Z",
                completedAt: "2025-10-10T10:04:55Z",
              },
              {
                name: "Upload",
                number: 3,
                conclusion: "skipped",
                startedAt: "2025-10-10T10:04:55Z",
                completedAt: "2025-10-10T10:04:55Z",
              },
            ],
          },
          {
            name: "build",
            conclusion: "cancelled",
            startedAt: "2025-10-10T10:00:00Z",
            completedAt: "2025-10-10T16:00:00Z",
            steps: [],
          },
        ],
      }),
      JSON.stringify({
        jobs: [
          {
            name: "test",
            conclusion: "failure",
            startedAt: "2025-10-11T10:00:00Z",
            completedAt: "2025-10-11T10:00:07Z",
            steps: [],
          },
          {
            name: "build",
            status: "in_progress",
            conclusion: "",
            startedAt: "2025-10-11T10:00:00Z",
            completedAt: "0001-01-01T00:00:00Z",
          },
        ],
      }),
    ),
    unit: "s",
    runs: [
      [300, "done", "test", "jobs"],
      [290, "done", "test / Run tests", "steps"],
      [21_600, "cut", "build", "jobs"],
      [7, "failed", "test", "jobs"],
    ],
    notice: "2 that did not run or end left out",
  },
  {
    name: "OpenTelemetry's spans",
    source: "https://opentelemetry.io/docs/specs/otel/protocol/file-exporter/",
    kind: "otlp",
    text: lines(
      JSON.stringify({
        resourceSpans: [
          {
            resource: { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] },
            scopeSpans: [
              {
                scope: { name: "http" },
                spans: [
                  {
                    traceId: "5b8efff798038103d269b633813fc60c",
                    spanId: "eee19b7ec3c1b174",
                    name: "GET /cart",
                    kind: 2,
                    startTimeUnixNano: "1544712660000000000",
                    endTimeUnixNano: "1544712661000000250",
                    status: {},
                  },
                  {
                    name: "charge",
                    startTimeUnixNano: "1544712660000000000",
                    endTimeUnixNano: "1544712665000000000",
                    status: { code: 2, message: "context deadline exceeded" },
                  },
                ],
              },
            ],
          },
        ],
      }),
      JSON.stringify({
        resourceSpans: [
          {
            scopeSpans: [
              {
                spans: [
                  {
                    name: "charge",
                    startTimeUnixNano: "1544712660000000000",
                    endTimeUnixNano: "1544712660002000000",
                    attributes: [{ key: "http.response.status_code", value: { intValue: "500" } }],
                    status: { code: "STATUS_CODE_ERROR" },
                  },
                  { name: "open", startTimeUnixNano: "1544712660000000000" },
                ],
              },
            ],
          },
        ],
      }),
    ),
    unit: "ms",
    runs: [
      [1000.00025, "done", "shop: GET /cart"],
      [5000, "cut", "shop: charge"],
      [2, "failed", "charge"],
    ],
    notice: "1 without an end left out",
  },
  {
    name: "bash's time, between output of the program",
    source: "https://www.gnu.org/software/bash/manual/html_node/Bash-Variables.html#index-TIMEFORMAT",
    kind: "time",
    text: lines(
      "[1/2] solving",
      "real 17 roots found",
      "",
      "real\t0m3.100s",
      "user\t0m0.010s",
      "sys\t0m0.012s",
      "[2/2] solving",
      "real\t1m0,250s",
      "user\t0m59,800s",
      "sys\t0m0,100s",
      "no newline at the end",
    ).replace("at the end\n", "at the endreal\t0m 1.5s\nuser\t0m 0.0s\nsys\t0m 0.0s\n"),
    unit: "s",
    runs: [
      [3.1, "done"],
      [60.25, "done"],
      [1.5, "done"],
    ],
    notice:
      "elapsed times, not those of the processor, none says that it failed or was cut, so all count as done",
  },
  {
    name: "time -p",
    source: "https://pubs.opengroup.org/onlinepubs/9799919799/utilities/time.html",
    kind: "time",
    text: lines(
      "real 3.10",
      "user 0.01",
      "sys 0.01",
      "Command exited with non-zero status 124",
      "real 5.00",
      "user 0.01",
      "sys 0.01",
      "real 0.25 / user 0.01 / sys 0.01",
    ),
    unit: "s",
    runs: [
      [3.1, "done"],
      [5, "cut"],
      [0.25, "done"],
    ],
    notice: "elapsed times, not those of the processor",
  },
  {
    name: "lines of time that grep left",
    source: "https://pubs.opengroup.org/onlinepubs/9799919799/utilities/time.html",
    kind: "time",
    text: "real 3.10\nreal 0.20\n",
    unit: "s",
    runs: [
      [3.1, "done"],
      [0.2, "done"],
    ],
    notice:
      "elapsed times, not those of the processor, none says that it failed or was cut, so all count as done",
  },
  {
    name: "GNU's time",
    source: "https://www.gnu.org/software/time/",
    kind: "time",
    text: lines(
      "0.01user 0.01system 0:03.10elapsed 0%CPU (0avgtext+0avgdata 2048maxresident)k",
      "0inputs+0outputs (0major+90minor)pagefaults 0swaps",
      "Command terminated by signal 9",
      "0.00user 0.00system 1:02:05elapsed ?%CPU (0avgtext+0avgdata 1640maxresident)k",
      "0inputs+0outputs (0major+99minor)pagefaults 0swaps",
      "Command exited with non-zero status 3",
      "12.50user 0.01system 0:12.60elapsed 99%CPU (0avgtext+0avgdata 1640maxresident)k",
      "0inputs+0outputs (0major+99minor)pagefaults 0swaps",
    ),
    unit: "s",
    runs: [
      [3.1, "done"],
      [3725, "cut"],
      [12.6, "failed"],
    ],
    notice: "elapsed times, not those of the processor",
  },
  {
    name: "GNU's time -v",
    source: "https://www.gnu.org/software/time/",
    kind: "time",
    text: lines(
      '\tCommand being timed: "sleep 3"',
      "\tUser time (seconds): 0.00",
      "\tSystem time (seconds): 0.00",
      "\tPercent of CPU this job got: 0%",
      "\tElapsed (wall clock) time (h:mm:ss or m:ss): 0:03.00",
      "\tAverage shared text size (kbytes): 0",
      "\tExit status: 0",
      "Command exited with non-zero status 1",
      '\tCommand being timed: "sh -c "exit 1""',
      "\tUser time (seconds): 0.00",
      "\tSystem time (seconds): 0.00",
      "\tPercent of CPU this job got: 50%",
      "\tElapsed (wall clock) time (h:mm:ss or m:ss): 1:00.01",
      "\tAverage shared text size (kbytes): 0",
      "\tExit status: 1",
    ),
    unit: "s",
    runs: [
      [3, "done", "sleep 3"],
      [60.01, "failed", 'sh -c "exit 1"'],
    ],
    notice: "elapsed times, not those of the processor",
  },
  {
    name: "the time of macOS and BSD",
    source: "https://man.freebsd.org/cgi/man.cgi?query=time",
    kind: "time",
    text: lines(
      "        3.10 real         0.00 user         0.00 sys",
      "        0.25 real         0.00 user         0.00 sys",
      "    0m2.50s real     0m0.00s user     0m0.00s system",
    ),
    unit: "s",
    runs: [
      [3.1, "done"],
      [0.25, "done"],
      [2.5, "done"],
    ],
    notice:
      "elapsed times, not those of the processor, none says that it failed or was cut, so all count as done",
  },
  {
    name: "zsh's time",
    source: "https://zsh.sourceforge.io/Doc/Release/Parameters.html#index-TIMEFMT",
    kind: "time",
    text: lines(
      "./solve a  0.00s user 0.00s system 0% cpu 3.104 total",
      "./solve b  61.20s user 0.10s system 99% cpu 1:01.75 total",
    ),
    unit: "s",
    runs: [
      [3.104, "done", "./solve a"],
      [61.75, "done", "./solve b"],
    ],
    notice:
      "elapsed times, not those of the processor, none says that it failed or was cut, so all count as done",
  },
  {
    name: "fish's time",
    source: "https://fishshell.com/docs/current/cmds/time.html",
    kind: "time",
    text: lines(
      "",
      "________________________________________________________",
      "Executed in    3.10 secs      fish           external",
      "   usr time    0.97 millis  183.00 micros    0.79 millis",
      "   sys time    0.00 millis    0.00 micros    0.00 millis",
      "________________________________________________________",
      "Executed in  950.50 millis    fish           external",
      "   usr time    0.97 millis  183.00 micros    0.79 millis",
      "   sys time    0.00 millis    0.00 micros    0.00 millis",
    ),
    unit: "s",
    runs: [
      [3.1, "done"],
      [0.9505, "done"],
    ],
    notice:
      "elapsed times, not those of the processor, none says that it failed or was cut, so all count as done",
  },
  {
    name: "go test -json",
    source: "https://pkg.go.dev/cmd/test2json",
    kind: "go-test",
    text: lines(
      '{"Time":"2025-10-10T10:00:00Z","Action":"start","Package":"example.com/a"}',
      '{"Action":"run","Package":"example.com/a","Test":"TestGet"}',
      '{"Action":"output","Package":"example.com/a","Test":"TestGet","Output":"=== RUN   TestGet\\n"}',
      '{"Action":"pass","Package":"example.com/a","Test":"TestGet","Elapsed":0.3}',
      '{"Action":"run","Package":"example.com/b","Test":"TestPut"}',
      '{"Action":"fail","Package":"example.com/b","Test":"TestPut","Elapsed":0.01}',
      '{"Action":"skip","Package":"example.com/a","Test":"TestLater","Elapsed":0}',
      '{"Action":"pass","Package":"example.com/a","Test":"TestAll/one","Elapsed":1.5}',
      '{"Action":"pass","Package":"example.com/a","Test":"TestAll","Elapsed":1.6}',
      '{"Action":"pass","Package":"example.com/a","Elapsed":1.95}',
      "FAIL: a line of another program",
      '{"Action":"output","Package":"example.com/b","Test":"TestHang","Output":"panic: test timed out after 1m0s\\n"}',
      '{"Action":"output","Package":"example.com/b","Test":"TestHang","Output":"\\trunning tests:\\n"}',
      '{"Action":"output","Package":"example.com/b","Test":"TestHang","Output":"\\t\\tTestHang (59s)\\n"}',
      '{"Action":"output","Package":"example.com/b","Test":"TestHang","Output":"\\n"}',
      '{"Action":"output","Package":"example.com/b","Test":"TestHang","Output":"\\tTestOther (3s)\\n"}',
      '{"Action":"fail","Package":"example.com/b","Test":"TestHang","Elapsed":60}',
      '{"Action":"fail","Package":"example.com/b","Elapsed":60.1}',
      '{"Action":"pass","Package":"example.com/c","Test":"TestOld","Elapsed":7}',
      '{"Action":"output","Package":"example.com/c","Output":"ok  \\texample.com/c\\t(cached)\\n"}',
      '{"Action":"pass","Package":"example.com/c","Elapsed":0}',
    ),
    unit: "s",
    runs: [
      [0.3, "done", "example.com/a.TestGet"],
      [1.5, "done", "example.com/a.TestAll/one"],
      [0.01, "failed", "example.com/b.TestPut"],
      [59, "cut", "example.com/b.TestHang"],
    ],
    notice:
      "1 skipped left out, 1 with subtests left out, 1 from the cache left out, 1 that are not JSON left out",
  },
  {
    name: "the service's tries",
    source: "docs/reference/service.md#the-latest-tries",
    kind: "tries",
    text: JSON.stringify({
      last: 2,
      tries: [
        { number: 1, at: 1, arm: "east", cutoff: 500, task: "a", kind: "completed", time: 120, reward: 0.5 },
        { number: 2, at: 2, arm: "west", cutoff: 500, kind: "censored", time: 500, resetting: 3 },
      ],
    }),
    runs: [
      [120, "done", "a", "east"],
      [500, "cut", undefined, "west"],
    ],
  },
  {
    name: "a table with decimal commas and semicolons",
    source: "https://www.rfc-editor.org/rfc/rfc4180, as spreadsheets write it in German",
    kind: "table",
    text: "\uFEFFPrüfung;Dauer [s];Ergebnis;solver\r\na;1,5;bestanden;x\r\nb;1.200,25;Zeitüberschreitung;y\r\na;0,250;Fehler;x\r\n",
    unit: "s",
    runs: [
      [1.5, "done", undefined, "x"],
      [1200.25, "cut", undefined, "y"],
      [0.25, "failed", undefined, "x"],
    ],
    notice:
      'time from "Dauer [s]" (s), outcome from "Ergebnis" (Zeitüberschreitung = cut, Fehler = failed), arm from "solver"',
  },
  {
    name: "a table made for analyze",
    source: "docs/how-to/analyze.md",
    kind: "table",
    text: "time,completed,arm,instance\n3,1,a,x\n1,1,b,y\n40,0,a,x\n",
    runs: [
      [3, "done", "x", "a"],
      [1, "done", "y", "b"],
      [40, "cut", "x", "a"],
    ],
  },
  {
    name: "a list of durations",
    source: "docs/how-to/analyze.md",
    kind: "table",
    text: "1m3s\n00:01:03\n2.5s\nPT1M3S\n1,5 s\n",
    unit: "ms",
    runs: [
      [63_000, "done"],
      [63_000, "done"],
      [2_500, "done"],
      [63_000, "done"],
      [1_500, "done"],
    ],
  },
  {
    name: "a journal",
    source: "docs/reference/journal.md",
    kind: "journal",
    text: lines(
      '{"type":"trial","instance":"a","arm":"x","cutoff":64,"completed":1,"time":50.2,"reward":1,"occurrence":1,"seed":9}',
      '{"type":"trial","instance":"b","arm":"x","cutoff":"inf","completed":0,"time":3,"resetting":1,"occurrence":2,"seed":1}',
    ),
    unit: "ms",
    runs: [
      [50.2, "done", "a", "x"],
      [3, "cut", "b", "x"],
    ],
  },
];
