import { useEffect, useState } from "preact/hooks";

const query = "(prefers-color-scheme: dark)";

/** Whether the system is dark, now and when that changes: what is drawn on a canvas must be drawn anew then. */
export function useDark(): boolean {
  const [dark, setDark] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const follow = () => setDark(media.matches);
    media.addEventListener("change", follow);
    return () => media.removeEventListener("change", follow);
  }, []);
  return dark;
}
