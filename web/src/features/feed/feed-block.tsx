import { type ReactNode, useState } from 'react';
import { useInView } from 'react-intersection-observer';
import { FEED_KEPT_PX } from '../../shared/config/limits';

/** What would be lost: the place of whoever uses the keyboard, a text unfolded, a menu opened. */
const IN_USE = ':focus, [aria-expanded="true"]';

/** As high as the blocks were when they were last far away, by their names. */
const heights = new Map<string, number>();

interface FeedBlockProps {
  name: string;
  /** True of a block that is not near when the list appears. */
  startsFar: boolean;
  render: () => ReactNode;
}

/**
 * A page of a feed. Far out of view nothing of it is left but its height, so that ten thousand posts weigh no more
 * than a hundred; it is there again long before it comes into view.
 */
export function FeedBlock({ name, startsFar, render }: FeedBlockProps) {
  // Back on a list of which much was read, the blocks below are as high as they were and made when they are near.
  const [height, setHeight] = useState(() => (startsFar ? heights.get(name) : undefined));
  const { ref } = useInView({
    rootMargin: `${FEED_KEPT_PX}px 0px`,
    onChange: (isNear, { target, boundingClientRect }) => {
      const stays = isNear || target.querySelector(IN_USE) !== null;
      setHeight(stays ? undefined : boundingClientRect.height);
      if (!isNear) heights.set(name, boundingClientRect.height);
    },
  });
  return (
    <div ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-3" style={{ height }}>
      {height === undefined && render()}
    </div>
  );
}
