import { useEffect, useState } from "preact/hooks";

/** Whether the tab is in front. One that is not listens to nothing: a browser has few connections to one server. */
export function useShown(): boolean {
  const [shown, setShown] = useState(!document.hidden);
  useEffect(() => {
    const look = () => setShown(!document.hidden);
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, []);
  return shown;
}
