import { NavLink } from 'react-router-dom';
import { FEED_LINKS } from '../../shared/config/links';

/** The feeds one tap apart where the header has no room for them. */
export function FeedTabs() {
  return (
    <nav aria-label="Feeds" className="mb-3 flex gap-1 lg:hidden">
      {FEED_LINKS.map(({ to, label }) => (
        <NavLink
          key={to}
          to={to}
          className="flex min-h-10 items-center rounded-full px-4 text-15 text-muted transition-colors hover:text-fg aria-[current=page]:bg-raised aria-[current=page]:font-medium aria-[current=page]:text-fg"
        >
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
