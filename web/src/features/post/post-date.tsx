import { NARROW_BELOW_PX } from '../../shared/config/limits';
import { longAgo, shortAgo } from '../../shared/format/dates';
import { useMediaQuery } from '../../shared/hooks/use-media-query';
import { useNow } from '../../shared/hooks/use-now';

const exact = new Intl.DateTimeFormat('en', { dateStyle: 'long', timeStyle: 'short' });

/** When a post was written, relative to now; the exact time on hover. */
export function PostDate({ createdAt }: { createdAt: string }) {
  const isNarrow = useMediaQuery(`(max-width: ${NARROW_BELOW_PX - 0.02}px)`);
  const now = new Date(useNow());
  const time = new Date(createdAt);
  if (Number.isNaN(time.getTime())) return null;
  return (
    <time dateTime={createdAt} title={exact.format(time)} className="relative text-13 text-muted">
      {isNarrow ? shortAgo(time, now) : longAgo(time, now)}
    </time>
  );
}
