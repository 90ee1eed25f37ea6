import { useRef } from 'react';
import { useInView } from '../hooks/use-in-view';

interface SentinelProps {
  /** Distance from view at which it fires. */
  marginPx: number;
  onNear: () => void;
}

/**
 * Requests more of a list, once, when its end comes near. A new instance is made for each page, by a key, so that a
 * short page fires again at once.
 */
export function Sentinel({ marginPx, onNear }: SentinelProps) {
  const isOver = useRef(false);
  const end = useInView<HTMLDivElement>((entry) => {
    if (!entry.isIntersecting || isOver.current) return;
    isOver.current = true;
    onNear();
  }, `${marginPx}px 0px`);
  return <div ref={end} aria-hidden="true" className="h-px" />;
}
