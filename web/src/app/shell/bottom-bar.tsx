import { Clock, Plus, Star, Users, Wallet } from 'lucide-react';
import type { ReactNode } from 'react';
import { NavLink } from 'react-router-dom';
import { paths } from '../../shared/config/paths';
import { WriteButton } from '../../shared/ui/write-button';

const PLACE = 'grid min-w-0 flex-1 place-content-center justify-items-center gap-0.5';
const LINK = `${PLACE} text-[min(0.6875rem,4.2vw)] text-muted transition-colors hover:text-fg aria-[current=page]:font-medium aria-[current=page]:text-accent [&_svg]:size-5.5`;
const WRITE =
  'grid size-[min(2.75rem,17vw)] place-content-center rounded-full forced-colors:border bg-accent-fill text-on-accent hover:bg-accent-fill-hover [&_svg]:size-6 ' +
  'in-aria-[current=page]:bg-raised in-aria-[current=page]:text-accent';

/**
 * The links within reach of a thumb on a phone: the feeds, writing and the wallet. In landscape the bar is at
 * the left edge, beside the text, since the screen has no height to spare.
 */
export function BottomBar() {
  return (
    <nav
      aria-label="Shortcuts"
      data-bar
      className={
        'fixed inset-x-0 bottom-0 z-30 flex h-(--bottom-bar) border-t border-line bg-canvas px-1 pb-[env(safe-area-inset-bottom)] print:hidden ' +
        'lying:top-(--bars) lying:right-auto lying:h-auto lying:w-(--rail) lying:flex-col lying:border-t-0 lying:border-r lying:pr-0 lying:pl-[env(safe-area-inset-left)]'
      }
    >
      <Place to={paths.best} icon={<Star />} label="Best" />
      <Place to={paths.new} icon={<Clock />} label="New" />
      <WriteButton aria-label="Write a post" className={PLACE}>
        <span className={WRITE}>
          <Plus />
        </span>
      </WriteButton>
      <Place to={paths.following} icon={<Users />} label="Following" />
      <Place to={paths.wallet} icon={<Wallet />} label="Wallet" />
    </nav>
  );
}

function Place({ to, icon, label }: { to: string; icon: ReactNode; label: string }) {
  return (
    <NavLink to={to} className={LINK}>
      {icon}
      <span className="max-w-full truncate">{label}</span>
    </NavLink>
  );
}
