import type { User } from '@likewell/contracts/gateway/user';
import { Avatar } from '../../shared/ui/avatar';
import { lazyComponent } from '../../shared/ui/lazy-component';
import { LazyPopup } from '../../shared/ui/lazy-popup';
import { useLazyMenu } from '../../shared/ui/use-lazy-menu';

const AccountMenuPanel = lazyComponent(() => import('./account-menu-panel'), 'AccountMenuPanel');

/** The avatar with its menu. */
export function AccountMenu({ user }: { user: User }) {
  const { wanted, buttonProps, panelProps, close } = useLazyMenu(AccountMenuPanel.preload);
  return (
    <>
      <button
        type="button"
        aria-label={`Account of ${user.username}`}
        className="size-tap shrink-0 rounded-full transition-opacity hover:opacity-85"
        {...buttonProps}
      >
        <Avatar src={user.avatar} className="size-full" />
      </button>
      <LazyPopup isOpen={panelProps.open} onClose={close}>
        {wanted && <AccountMenuPanel user={user} {...panelProps} />}
      </LazyPopup>
    </>
  );
}
