/** What `request` gives; its signal is aborted after `ms`, and then it is not waited for. */
export function limited(clock, ms, request) {
  const controller = new AbortController();
  return new Promise((resolve, reject) => {
    const timer = clock.setTimer(() => {
      controller.abort(new DOMException("the time is up", "TimeoutError"));
      reject(controller.signal.reason);
    }, ms);
    request(controller.signal)
      .finally(() => clock.clearTimer(timer))
      .then(resolve, reject);
  });
}
