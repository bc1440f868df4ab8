import { useEffect, useState } from "preact/hooks";
import { type Address, readAddress } from "./address.ts";

/** The address as it is now: it changes with links and with "back", not with `keepInAddress`. */
export function useAddress(): Address {
  const [address, setAddress] = useState(() => readAddress(location.hash));
  useEffect(() => {
    const follow = () => setAddress(readAddress(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return address;
}
