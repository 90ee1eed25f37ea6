import { useEffect, useRef, useState } from 'react';

const DURATION_MS = 700;
const STEPS = 1000;

/** Animates the change from the former to a new value once, if `enabled` and the person accepts motion. */
export function useCountUp(value: bigint, enabled: boolean): bigint {
  const [shown, setShown] = useState(value);
  const former = useRef(value);
  useEffect(() => {
    const from = former.current;
    former.current = value;
    if (from === value || !enabled || window.matchMedia('(prefers-reduced-motion: reduce)').matches) {
      setShown(value);
      return;
    }
    return animate((progress) => setShown(from + ((value - from) * progress) / BigInt(STEPS)));
  }, [value, enabled]);
  return shown;
}

/** Calls `draw` once a frame with the eased progress in thousandths; returns a function that stops it. */
function animate(draw: (progress: bigint) => void): () => void {
  let frame = 0;
  let start: number | undefined;
  const step = (time: number) => {
    start ??= time;
    const elapsed = Math.min((time - start) / DURATION_MS, 1);
    draw(BigInt(Math.round((1 - (1 - elapsed) ** 3) * STEPS)));
    if (elapsed < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}
