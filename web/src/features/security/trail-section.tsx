import { Button } from '../../shared/ui/button';
import { PastTime } from '../../shared/ui/past-time';
import { Section, SectionBones } from '../../shared/ui/section';
import { LoadError } from './load-error';
import { eventWords } from './event-words';
import { type SecurityEventItem, useTrail } from './trail.api';

/** What happened to the account. Nothing here can be changed. */
export function TrailSection() {
  const { items, isPending, isError, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useTrail();
  const more = () => {
    if (!isFetchingNextPage) void fetchNextPage();
  };
  return (
    <Section
      title="What happened"
      about="Logins and changes of the last 400 days. If you see one that was not you, log out all other devices and change your password."
    >
      {isPending && <SectionBones />}
      {isError && items.length === 0 && <LoadError onRetry={() => void refetch()} />}
      {items.length > 0 && (
        <ul aria-label="What happened" className="grid">
          {items.map((event) => (
            <Line key={event.id} event={event} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <div>
          <Button onClick={more} aria-disabled={isFetchingNextPage}>
            Show more
          </Button>
        </div>
      )}
    </Section>
  );
}

function Line({ event }: { event: SecurityEventItem }) {
  const { created_at, this_network, this_device } = event;
  return (
    <li className="flex flex-wrap items-baseline gap-x-2 border-t border-line py-2 text-15 first:border-0">
      <span className="min-w-0 flex-1 basis-60">{eventWords(event)}</span>
      <span className="flex gap-1.5 text-13 text-muted">
        {this_device === false && <span>another browser ·</span>}
        {this_network === false && <span>another network ·</span>}
        <PastTime at={created_at} />
      </span>
    </li>
  );
}
