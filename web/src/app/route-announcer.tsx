import { useEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { screenTitle } from '../shared/hooks/use-document-title';
import { useStore } from '../shared/store/store';

/** A screen that has set no title by then may have none, as one that could not be loaded. */
const UNTITLED_MS = 5000;

/** Tells a screen reader the title of each screen after the first; a page load would have said it by itself. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const [first] = useState(pathname);
  const [hasMoved, setHasMoved] = useState(false);
  if (!hasMoved && pathname !== first) setHasMoved(true);
  return (
    <p role="status" className="sr-only">
      {hasMoved && <TitleOf key={pathname} pathname={pathname} />}
    </p>
  );
}

/** The title of the screen at a path once it is set, however late; where none is, the heading that is shown after a while. */
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
