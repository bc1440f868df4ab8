"""Asks `mulligan serve` which mirror to try and for how long, and reports the result. Needs only Python 3."""
import json, sys, time, urllib.request

SERVICE = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:4600"
MIRRORS = {"east": lambda: 0.002, "west": lambda: 0.001}  # the time of each in seconds, instead of real downloads


def ask(path, body):
    request = urllib.request.Request(SERVICE + path, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def attempt(arm, cutoff):
    """Makes one trial. Returns its outcome: completed after some seconds, or cut at the cutoff."""
    needed, limit = MIRRORS[arm](), float(cutoff)  # float("inf") waits for the end
    time.sleep(min(needed, limit))
    if needed <= limit:
        return {"kind": "completed", "time": needed, "reward": 1}
    return {"kind": "censored", "time": limit}


ask("/v1/problems", {"name": "mirrors", "arms": [{"name": name} for name in MIRRORS]})
for trial in range(200):
    decision = ask("/v1/problems/mirrors/decisions", {})["decisions"][0]
    outcome = attempt(decision["arm"], decision["cutoff"])
    ask("/v1/problems/mirrors/observations", {"observations": [{"id": decision["id"], **outcome}]})

with urllib.request.urlopen(SERVICE + "/v1/problems/mirrors", timeout=10) as answer:
    state = json.load(answer)
print("best:", state["best"]["arm"])
for arm in state["arms"]:
    print(arm["name"], arm["completed"], "completed,", arm["censored"], "cut")
