import { Link } from 'react-router-dom';
import { HISTORY_MARGIN_PX } from '../../shared/config/limits';
import { paths } from '../../shared/config/paths';
import { focusMain } from '../../shared/hooks/focus-main';
import { shownName } from '../../shared/members/shown-name';
import { ButtonLink } from '../../shared/ui/button';
import { PastTime } from '../../shared/ui/past-time';
import { Sentinel } from '../../shared/ui/sentinel';
import { Bone } from '../../shared/ui/skeleton';
import { ViewTabs } from '../../shared/ui/view-tabs';
import { type DecidedBy, type Decision, useDecisions } from './moderation.api';
import { reasonWords } from './reason-words';

const VIEWS: { view: DecidedBy; label: string }[] = [
  { view: 'moderators', label: 'Moderators' },
  { view: 'check', label: 'Automatic check' },
];

/** Lists all decisions with moderator, time and reason. Nothing here can be changed. */
export function DecisionLog() {
  return (
    <section aria-label="Log of decisions" className="card p-4 sm:p-6">
      <ViewTabs label="Whose decisions" views={VIEWS}>
        {(by) => <Decisions by={by} />}
      </ViewTabs>
    </section>
  );
}

function Decisions({ by }: { by: DecidedBy }) {
  const { items, isLoading, isLoaded, loadMore } = useDecisions(by);
  return (
    <>
      <ul>
        {items.map((decision) => (
          <Line key={decision.id} decision={decision} />
        ))}
      </ul>
      {isLoading && <LogSkeleton />}
      {isLoaded && items.length === 0 && (
        <div className="grid justify-items-center gap-3 border-t border-line py-10">
          <p className="text-15 text-muted">No decisions yet</p>
          <ButtonLink to={paths.moderation} onClick={focusMain}>
            Open the queue
          </ButtonLink>
        </div>
      )}
      {loadMore && <Sentinel key={items.length} marginPx={HISTORY_MARGIN_PX} onNear={loadMore} />}
    </>
  );
}

function Line({ decision }: { decision: Decision }) {
  const { verdict, title, post_id, author, moderator, reasons, note, decided_at } = decision;
  const isApproved = verdict === 'approved';
  return (
    <li data-decision={decision.id} className="stack gap-0.5 border-t border-line py-3 text-15 wrap-anywhere">
      <p className="flex flex-wrap items-baseline gap-x-2">
        <span className={`font-medium ${isApproved ? 'text-positive' : 'text-negative'}`}>
          {isApproved ? 'Approved' : 'Rejected'}
        </span>
        {title === '' ? (
          // Its author has left, or deleted the post more than 30 days ago.
          <span className="text-muted">A deleted text</span>
        ) : (
          <Link to={paths.post(post_id)} className="font-medium wrap-anywhere hover:underline">
            <bdi>{title}</bdi>
          </Link>
        )}
      </p>
      {reasons.length > 0 && <p>{reasons.map(reasonWords).join('\u00A0· ')}</p>}
      {note !== null && (
        <p className="body-text text-muted">
          “<bdi>{note}</bdi>”
        </p>
      )}
      <p className="text-13 text-muted">
        {moderator ? shownName(moderator.username) : 'Automatic check'}, <PastTime at={decided_at} />
        &nbsp;· written by {shownName(author.username)}
      </p>
    </li>
  );
}

function LogSkeleton() {
  return [1, 2, 3].map((row) => (
    <div key={row} aria-hidden="true" className="grid animate-shimmer gap-2 border-t border-line py-3">
      <Bone className="h-4 w-3/5" />
      <Bone className="h-3.5 w-2/5" />
    </div>
  ));
}
