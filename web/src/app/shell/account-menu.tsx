import type { User } from '@likewell/contracts/gateway/user';
import { Suspense } from 'react';
import { Avatar } from '../../shared/ui/avatar';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { useLazyMenu } from '../../shared/ui/use-lazy-menu';

const load = () => import('./account-menu-panel');
const AccountMenuPanel = lazyComponent(async () => (await load()).AccountMenuPanel);

/** The avatar with its menu. */
export function AccountMenu({ user }: { user: User }) {
  const { wanted, buttonProps, panelProps } = useLazyMenu(load);
  return (
    <>
      <button
        type="button"
        aria-label={`Account of ${user.username}`}
        className="size-10 shrink-0 rounded-full transition-opacity hover:opacity-85"
        {...buttonProps}
      >
        <Avatar src={user.avatar} />
      </button>
      <Suspense>{wanted && <AccountMenuPanel user={user} {...panelProps} />}</Suspense>
    </>
  );
}
