import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { focusMainIfLost } from '../shared/hooks/focus-main';
import { screenTitle } from '../shared/hooks/use-document-title';
import { useStore } from '../shared/store/store';
import { Status } from '../shared/ui/status';

/** A screen without a title after this time may have none, for example one that could not be loaded. */
const UNTITLED_MS = 5000;

/**
 * Announces the title of each screen but the first to screen readers, as a page load would do. The focus that went
 * with the screen before, as that of a link in it, goes to the new one.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [hasMoved, setHasMoved] = useState(false);
  if (!hasMoved && pathname !== first) setHasMoved(true);
  useEffect(() => {
    if (hasMoved) focusMainIfLost();
  }, [hasMoved, pathname]);
  return (
    <Status aria-live="polite" className="sr-only">
      {hasMoved && <TitleOf key={pathname} pathname={pathname} />}
    </Status>
  );
}

/**
 * The title of the screen at a path once it is set, however late. A screen without one is announced by its
 * heading after a while.
 */
function TitleOf({ pathname }: { pathname: string }) {
  const title = useStore(screenTitle, (last) => (last.pathname === pathname ? last.title : null));
  const [heading, setHeading] = useState('');
  useEffect(() => {
    if (title !== null) return;
    const readHeading = () => setHeading(document.querySelector('main :is(h1, h2)')?.textContent ?? '');
    const timer = setTimeout(readHeading, UNTITLED_MS);
    return () => clearTimeout(timer);
  }, [title]);
  return title ?? heading;
}
