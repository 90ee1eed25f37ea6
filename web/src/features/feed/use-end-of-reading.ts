import { type RefObject, useEffect, useRef, useState } from 'react';
import { useInView } from '../../shared/hooks/use-in-view';

/**
 * Calls `onEnd` once, when the mark at the end of a complete list comes into view after the person has read
 * on from the top, according to {@link useBegunAtTop}. A person who has not scrolled is never sent to another
 * page. Returns the ref of the mark.
 */
export function useEndOfReading(
  isComplete: boolean,
  begunAtTop: Readonly<RefObject<boolean>>,
  onEnd: () => void,
) {
  const [isInView, setIsInView] = useState(false);
  const mark = useInView<HTMLDivElement>((entry) => setIsInView(entry.isIntersecting));
  const isOver = useRef(false);
  useEffect(() => {
    if (!isComplete || !isInView || !begunAtTop.current || window.scrollY === 0 || isOver.current) return;
    isOver.current = true;
    onEnd();
  });
  return mark;
}

/**
 * Returns a ref that is true once the window was at its top while this was shown: a position before that is
 * the last page's. It belongs to the screen, since a reader may leave the top before the list is there.
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
