import { NARROW_BELOW_PX } from '../config/limits';
import { longAgo, longMoment, shortAgo } from '../format/dates';
import { useMediaQuery } from '../hooks/use-media-query';
import { useNow } from '../hooks/use-now';

/** The time of an event relative to now; the exact time on hover. */
export function PastTime({ at }: { at: string }) {
  const isNarrow = useMediaQuery(`(max-width: ${NARROW_BELOW_PX - 0.02}px)`);
  const now = new Date(useNow());
  const time = new Date(at);
  if (Number.isNaN(time.getTime())) return null;
  return (
    <time dateTime={at} title={longMoment.format(time)} className="relative text-13 text-muted">
      {isNarrow ? shortAgo(time, now) : longAgo(time, now)}
    </time>
  );
}
