import { type RefObject, useEffect, useRef } from 'react';
import { useInView } from 'react-intersection-observer';

/**
 * Calls `onEnd` once, when the mark at the end of a complete list comes into view of somebody who read on
 * from the top, by {@link useBegunAtTop}. Whoever did not scroll is never taken away. Returns the ref of the mark.
 */
export function useEndOfReading(
  isComplete: boolean,
  begunAtTop: Readonly<RefObject<boolean>>,
  onEnd: () => void,
) {
  const { ref, inView } = useInView();
  const isOver = useRef(false);
  useEffect(() => {
    if (!isComplete || !inView || !begunAtTop.current || window.scrollY === 0 || isOver.current) return;
    isOver.current = true;
    onEnd();
  });
  return ref;
}

/**
 * True once the window stood at its top while this was shown: what came before was the last page's scroll. Belongs to the
 * screen, since a reader may have left the top before the list is there.
 */
export function useBegunAtTop(): Readonly<RefObject<boolean>> {
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
