import type { User } from '@likewell/contracts/gateway/user';
import { X } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../shared/config/paths';
import { formatTokens } from '../../shared/format/amounts';
import { formatDay } from '../../shared/format/calendar-day';
import { Button, ButtonLink } from '../../shared/ui/button';
import { LikeMark } from '../../shared/ui/like-mark';
import { useNewBonus } from './welcome.api';

/** Generated names of members who signed up with a wallet, which brings no name. */
const GENERATED = /^member_\d{6}$/;

/**
 * Tells a new member that their first LIKE has arrived or when it comes, and asks those who came with a wallet
 * for a name.
 */
export function Welcome({ user }: { user: User }) {
  const { data: bonus } = useNewBonus(user);
  const [isClosed, setIsClosed] = useState(false);
  const close = () => setIsClosed(true);
  const news = newsOf(bonus, user.bonus_due_on);
  if (news === undefined || isClosed) return null;
  return (
    <section
      aria-label="Welcome"
      className="pointer-events-auto mt-2 flex items-start gap-3 rounded-2xl border border-line bg-surface p-4 shadow-dialog"
    >
      <LikeMark className="mt-0.5 size-6.5 shrink-0 text-accent" />
      <div className="grid min-w-0 flex-1 justify-items-start gap-1">
        <p className="text-17 font-title wrap-anywhere">
          Welcome, <bdi>{user.username}</bdi>
        </p>
        <p className="text-15 text-muted">{news}</p>
        {GENERATED.test(user.username) && (
          <ButtonLink look="outline" className="mt-2" to={`${paths.settings}#username`} onClick={close}>
            Choose a name
          </ButtonLink>
        )}
      </div>
      <Button look="plain" size="icon" aria-label="Close" className="-mt-2 -mr-2" onClick={close}>
        <X className="size-5" />
      </Button>
    </section>
  );
}

function newsOf(bonus: bigint | 'awaited' | null | undefined, dueOn: string | undefined): string | undefined {
  if (dueOn !== undefined)
    return `Your sign-up bonus comes on ${formatDay(dueOn)}, because many people joined at the same time. Write a post that others tip.`;
  if (typeof bonus !== 'bigint') return undefined;
  return `You received ${formatTokens(bonus)} LIKE. Tip the posts you like, and write one that others tip.`;
}
