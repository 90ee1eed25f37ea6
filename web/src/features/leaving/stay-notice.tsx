import { longMoment } from '../../shared/format/dates';
import { StayButton } from './stay-button';

/** Tells a member who signs in again that their account is going to be deleted, and lets them cancel that. */
export function StayNotice({ deletionAt }: { deletionAt: string }) {
  return (
    <aside
      aria-label="Your account"
      className="pointer-events-none fixed inset-x-3 top-[calc(var(--bars)+8px)] z-30 grid justify-items-center lying:left-[calc(var(--rail)+12px)] print:hidden"
    >
      <div className="pointer-events-auto flex max-w-120 flex-wrap items-center gap-3 rounded-xl border border-line bg-raised px-4 py-3 shadow-dialog">
        <p className="text-15">Your account will be deleted on {longMoment.format(new Date(deletionAt))}.</p>
        <StayButton />
      </div>
    </aside>
  );
}
