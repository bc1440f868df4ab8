import { parseLaw } from "@mulligan/core/distributions";
import { useMemo } from "preact/hooks";

const WIDTH = 64;
const HEIGHT = 28;
const BARS = 32;
/** What lies beyond the picture is drawn as a bar at its end, if it is so much. */
const SHOWN_BEYOND = 0.03;

/** A density, small: short times on the left, and at the right edge, as a bar, what takes longer than fits in. */
export function DensityPicture({ law }: { readonly law: string }) {
  const { area, beyond } = useMemo(() => drawingOf(law), [law]);
  return (
    <svg class="density" viewBox={`0 0 ${WIDTH + 8} ${HEIGHT}`} aria-hidden="true">
      <path d={area} />
      {beyond > 0 && <rect x={WIDTH + 3} y={HEIGHT - beyond} width="4" height={beyond} />}
    </svg>
  );
}

function drawingOf(text: string): { readonly area: string; readonly beyond: number } {
  try {
    const law = parseLaw(text);
    const end = 6 * law.quantile(0.5);
    const masses = Array.from(
      { length: BARS },
      (_, i) => law.cdf((end * (i + 1)) / BARS) - law.cdf((end * i) / BARS),
    );
    const most = Math.max(...masses);
    const points = masses.map((mass, i) => {
      const x = (WIDTH * (i + 0.5)) / BARS;
      return `${x.toFixed(1)} ${(HEIGHT - 1 - (HEIGHT - 3) * (mass / most)).toFixed(1)}`;
    });
    const left = law.survival(end);
    return {
      area: `M0 ${HEIGHT - 1}L${points.join("L")}L${WIDTH} ${HEIGHT - 1}Z`,
      beyond: left > SHOWN_BEYOND ? Math.min(HEIGHT - 4, 4 + 60 * left) : 0,
    };
  } catch {
    return { area: "", beyond: 0 };
  }
}
