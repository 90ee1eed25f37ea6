import { useEffect, useRef } from 'react';
import { useInView } from 'react-intersection-observer';

/**
 * Calls `onEnd` once, when the mark at the end of a complete list comes into view of somebody who read on
 * from the top. Whoever did not scroll is never taken away. Returns the ref of the mark.
 */
export function useEndOfReading(isComplete: boolean, onEnd: () => void) {
  const { ref, inView } = useInView();
  const begun = useBegunAtTop();
  const isOver = useRef(false);
  useEffect(() => {
    if (!isComplete || !inView || !begun.current || window.scrollY === 0 || isOver.current) return;
    isOver.current = true;
    onEnd();
  });
  return ref;
}

/** True once the window stood at its top while this was shown: what came before was the last page's scroll. */
function useBegunAtTop() {
  const begun = useRef(false);
  useEffect(() => {
    const look = () => {
      begun.current ||= window.scrollY === 0;
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, []);
  return begun;
}
