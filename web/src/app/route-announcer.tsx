import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Long enough for a new screen to set its title. */
const SETTLED_MS = 300;

/** Tells a screen reader the title of each screen after the first; a page load would have said it by itself. */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const [text, setText] = useState('');
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const timer = setTimeout(() => setText(document.title), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <p role="status" className="sr-only">
      {text}
    </p>
  );
}
