import { NavLink } from 'react-router-dom';
import { FEED_LINKS } from '../../shared/config/links';
import { MoreMenu } from './more-menu';

/** The header's links on a desktop. */
export function NavLinks() {
  return (
    <nav aria-label="Main" className="flex items-center gap-0.5">
      {FEED_LINKS.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className="flex min-h-tap items-center rounded-full px-3.5 text-15 text-muted transition-colors hover:bg-raised hover:text-fg aria-[current=page]:font-medium aria-[current=page]:text-fg"
        >
          {label}
        </NavLink>
      ))}
      <MoreMenu />
    </nav>
  );
}
