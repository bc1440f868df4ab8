"""Learned timeouts, retries and hedges for HTTP requests, with a `mulligan serve`. Python 3, nothing else.

python3 serve_calls.py SERVICE CALLS NAME=URL…, such as http://127.0.0.1:4600 100 east=http://localhost:8001/ west=http://localhost:8002/
"""
import json, queue, statistics, sys, threading, time, urllib.request
from concurrent.futures import ThreadPoolExecutor

SERVICE, CALLS = sys.argv[1], int(sys.argv[2])
ARMS = dict(word.split("=", 1) for word in sys.argv[3:])
PROBLEM = "/v1/problems/quotes"


def post(path, body):
    request = urllib.request.Request(SERVICE + path, json.dumps(body).encode(), {"content-type": "application/json"})
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)


def tell(*observations):
    if observations:
        post(PROBLEM + "/observations", {"observations": observations})


def fetch(url, decision, results):
    """One attempt. A cut does not stop it; its result is dropped."""
    try:
        with urllib.request.urlopen(url, timeout=60) as answer:
            results.put((decision["id"], True, answer.read()))
    except OSError as error:
        results.put((decision["id"], False, error))


def call(number):
    """Asks which arm to try, waits, and asks again when an attempt has failed or it is time to cut it."""
    results, started = queue.Queue(), {}

    def outcome(id, kind, **more):
        return {"id": id, "kind": kind, "time": 1000 * (time.monotonic() - started.pop(id)), **more}

    while True:
        answer = post(PROBLEM + "/decisions", {"task": f"call {number}"})
        for decision in answer["decisions"]:
            started[decision["id"]] = time.monotonic()
            url = f"{ARMS[decision['arm']]}?call={number}&attempt={decision['attempt']}"
            threading.Thread(target=fetch, args=(url, decision, results), daemon=True).start()
            wait = decision["askAfter"]
        if "refused" in answer:
            wait = float(answer["wait"])  # "inf" if the call has failed
        failed = wait == float("inf")
        tell(*[outcome(id, "censored") for id in (list(started) if failed else answer.get("cut", []))])
        if failed:
            raise RuntimeError(f"the call failed: {answer['refused']}")
        try:
            id, succeeded, value = results.get(timeout=wait / 1000)
        except queue.Empty:
            continue  # it is time to ask: may another attempt start?
        if id not in started:
            continue  # it was cut before
        ended = outcome(id, "completed", reward=1 if succeeded else 0)
        if succeeded:
            # The caller reports these later, so that the call does not wait for it.
            outcomes = [ended, *[outcome(other, "censored") for other in list(started)]]
            return value, lambda: tell(*outcomes)
        tell(ended)


def timed(number):
    """Makes a call. Returns its time in ms, and whether it succeeded."""
    began = time.monotonic()
    try:
        _, tell_outcome = call(number)
    except RuntimeError:
        return 1000 * (time.monotonic() - began), False
    took = 1000 * (time.monotonic() - began)
    tell_outcome()
    return took, True


post("/v1/problems", {"kind": "calls", "name": "quotes", "arms": [{"name": name} for name in ARMS]})
with ThreadPoolExecutor(8) as pool:
    calls = list(pool.map(timed, range(CALLS)))
print(json.dumps({"mean": statistics.mean(took for took, _ in calls), "failed": sum(not ok for _, ok in calls)}))
