import { type ReactNode, useState } from 'react';
import { FEED_KEPT_PX } from '../../shared/config/limits';
import { useInView } from '../../shared/hooks/use-in-view';

/** Matches state that an unmount would lose: the keyboard focus, an expanded text, an open menu. */
export const IN_USE = ':focus, [aria-expanded="true"]';

/** Last measured heights of the blocks that are far from view, by their names. */
const heights = new Map<string, number>();

interface FeedBlockProps {
  name: string;
  /** True when the block is not near the view when the list appears. */
  startsFar: boolean;
  render: () => ReactNode;
}

/**
 * A page of a feed. Far out of view only its height is kept, so that ten thousand posts need no more memory
 * than a hundred. It is rendered again long before it comes into view.
 */
export function FeedBlock({ name, startsFar, render }: FeedBlockProps) {
  // When a person returns to a long list, the lower blocks have their former heights and are
  // rendered when they are near.
  const [height, setHeight] = useState(() => (startsFar ? heights.get(name) : undefined));
  const block = useInView<HTMLDivElement>(({ isIntersecting: isNear, target, boundingClientRect }) => {
    const stays = isNear || target.querySelector(IN_USE) !== null;
    setHeight(stays ? undefined : boundingClientRect.height);
    if (!isNear) heights.set(name, boundingClientRect.height);
  }, `${FEED_KEPT_PX}px 0px`);
  return (
    <div ref={block} className="stack gap-3" style={{ height }}>
      {height === undefined && render()}
    </div>
  );
}
