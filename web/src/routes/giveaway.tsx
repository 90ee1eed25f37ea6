import { Link } from 'react-router-dom';
import { CheckForm } from '../features/giveaway/check-form';
import { DrawSection } from '../features/giveaway/draw-section';
import { type Giveaway, useGiveaway } from '../features/giveaway/giveaway.api';
import { StatusBadge } from '../features/giveaway/status';
import { isNotFound } from '../shared/api/api-error';
import { paths } from '../shared/config/paths';
import { formatDay } from '../shared/format/calendar-day';
import { useDocumentTitle } from '../shared/hooks/use-document-title';
import { NotFoundScreen } from './not-found';

/**
 * The screen /giveaways/{id}: empty until it is loaded (spec, section 2); the 404
 * screen when it does not exist.
 */
export function GiveawayScreen({ id }: { id: string }) {
  const { data: giveaway, error } = useGiveaway(id);
  useDocumentTitle(giveaway?.title);
  if (isNotFound(error)) return <NotFoundScreen />;
  return giveaway ? <Detail key={giveaway.id} giveaway={giveaway} /> : null;
}

function Detail({ giveaway }: { giveaway: Giveaway }) {
  const isOpen = giveaway.status === 'upcoming' || giveaway.status === 'active';
  return (
    <div className="stack gap-3">
      <header className="mb-1 stack gap-2">
        <h1 className="text-28 font-title leading-title wrap-anywhere">{giveaway.title}</h1>
        <p className="text-17 text-accent wrap-anywhere">{giveaway.prize}</p>
        <p className="text-15 text-muted wrap-anywhere">
          <span className="mr-3">
            <StatusBadge status={giveaway.status} />
          </span>
          {isOpen ? 'ends' : 'ended'} <time dateTime={giveaway.date}>{formatDay(giveaway.date)}</time>&nbsp;·{' '}
          {giveaway.audience}
        </p>
      </header>
      <section aria-labelledby="rules" className="card stack gap-2 p-4 sm:p-6">
        <h2 id="rules" className="text-17 font-title">
          Rules of Participation
        </h2>
        <p className="body-text text-15 leading-post">{giveaway.rules}</p>
      </section>
      <section aria-label="Check" className="card stack gap-2 p-4 sm:p-6">
        <CheckForm giveaway={giveaway} />
        <Link
          to={paths.howWeSelectWinners}
          className="-mb-2.5 inline-flex min-h-tap items-center justify-self-start text-15 text-muted underline underline-offset-2 hover:text-fg"
        >
          How winners are determined
        </Link>
      </section>
      <DrawSection giveaway={giveaway} />
    </div>
  );
}
