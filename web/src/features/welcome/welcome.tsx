import type { User } from '@likewell/contracts/gateway/user';
import { X } from 'lucide-react';
import { useState } from 'react';
import { paths } from '../../shared/config/paths';
import { formatTokens } from '../../shared/format/amounts';
import { Button, ButtonLink } from '../../shared/ui/button';
import { LikeMark } from '../../shared/ui/like-mark';
import { useNewBonus } from './welcome.api';

/** The names that wallet members get, who bring none. */
const GENERATED = /^member_\d{6}$/;

/** Tells a new member that their first LIKE arrived, and asks who came with a wallet for a name. */
export function Welcome({ user }: { user: User }) {
  const { data: bonus } = useNewBonus(user);
  const [isClosed, setIsClosed] = useState(false);
  const close = () => setIsClosed(true);
  const arrived = typeof bonus === 'bigint';
  return (
    <div role="status">
      {arrived && !isClosed && (
        <section
          aria-label="Welcome"
          className="fixed inset-x-3 bottom-[calc(var(--bottom-bar)+12px)] z-20 mx-auto flex max-w-120 items-start gap-3 rounded-2xl border border-line bg-surface p-4 shadow-dialog lying:left-[calc(var(--rail)+12px)] print:hidden"
        >
          <LikeMark className="mt-0.5 size-6.5 shrink-0 text-accent" />
          <div className="grid min-w-0 flex-1 justify-items-start gap-1">
            <p className="text-17 font-title wrap-anywhere">
              Welcome, <bdi>{user.username}</bdi>
            </p>
            <p className="text-15 text-muted">
              {formatTokens(bonus)} LIKE arrived. Tip the posts you like, and write one that others tip.
            </p>
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
      )}
    </div>
  );
}
