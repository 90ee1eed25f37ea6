import { useEffect, useRef, useState } from 'react';

const DURATION_MS = 700;
const STEPS = 1000;

/**
 * Animates the change from the former to a new value if the number of sent tips has changed with it and the
 * person accepts motion.
 */
export function useCountUp(value: bigint, sentTips: number): bigint {
  const [shown, setShown] = useState(value);
  const former = useRef({ value, sentTips });
  useEffect(() => {
    const { value: from, sentTips: tipsBefore } = former.current;
    // A tip is counted a moment before its value comes.
    if (from !== value) former.current = { value, sentTips };
    if (
      from === value ||
      sentTips === tipsBefore ||
      window.matchMedia('(prefers-reduced-motion: reduce)').matches
    ) {
      setShown(value);
      return;
    }
    return animate((progress) => setShown(from + ((value - from) * progress) / BigInt(STEPS)));
  }, [value, sentTips]);
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
