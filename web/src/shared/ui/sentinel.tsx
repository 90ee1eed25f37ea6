import { useInView } from 'react-intersection-observer';

interface SentinelProps {
  /** Distance from view at which it fires. */
  marginPx: number;
  onNear: () => void;
}

/**
 * Requests more of a list when its end comes near. A new instance is made for each page, by a key, so that a
 * short page fires again at once.
 */
export function Sentinel({ marginPx, onNear }: SentinelProps) {
  const { ref } = useInView({
    rootMargin: `${marginPx}px 0px`,
    triggerOnce: true,
    onChange: (near) => near && onNear(),
  });
  return <div ref={ref} aria-hidden="true" className="h-px" />;
}
