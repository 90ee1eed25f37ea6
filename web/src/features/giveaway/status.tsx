import type { GiveawaySummary } from './giveaway.api';

type Status = GiveawaySummary['status'];

const LOOK: Partial<Record<Status, string>> = {
  active: 'border-transparent bg-accent-soft text-accent',
  drawn: 'border-transparent bg-raised text-fg',
};

/** The status of a giveaway, capitalised (spec, section 2). */
export function StatusBadge({ status }: { status: Status }) {
  const look = LOOK[status] ?? 'border-line text-muted';
  return (
    <span className={`inline-block rounded-full border px-2.5 py-0.5 text-13 font-medium ${look}`}>
      {capitalised(status)}
    </span>
  );
}

const capitalised = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
