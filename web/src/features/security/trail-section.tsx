import { Button } from '../../shared/ui/button';
import { Loaded } from '../../shared/ui/loaded';
import { PastTime } from '../../shared/ui/past-time';
import { Section } from '../../shared/ui/section';
import { eventWords } from './event-words';
import { type SecurityEventItem, useTrail } from './trail.api';

/** The account's security events. Nothing here can be changed. */
export function TrailSection() {
  const { items, query } = useTrail();
  const { isError, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const more = () => {
    if (!isFetchingNextPage) void fetchNextPage();
  };
  return (
    <Section
      title="What happened"
      about="Logins and changes of the last 400 days. If you see one that was not you, log out all other devices and change your password."
    >
      {/* The same button requests a further page again after a failure. */}
      <Loaded query={{ ...query, isError: isError && items.length === 0 }}>
        {() =>
          items.length > 0 && (
            <ul aria-label="What happened" className="grid">
              {items.map((event) => (
                <Line key={event.id} event={event} />
              ))}
            </ul>
          )
        }
      </Loaded>
      {hasNextPage && (
        <Button onClick={more} aria-disabled={isFetchingNextPage} className="justify-self-start">
          Show more
        </Button>
      )}
    </Section>
  );
}

function Line({ event }: { event: SecurityEventItem }) {
  const { created_at, this_network, this_device } = event;
  return (
    <li className="list-line items-baseline gap-2 sm:flex">
      <p className="flex-1 text-15">{eventWords(event)}</p>
      <p className="text-13 text-muted">
        {this_device === false && 'another browser\u00A0· '}
        {this_network === false && 'another network\u00A0· '}
        <PastTime at={created_at} />
      </p>
    </li>
  );
}
