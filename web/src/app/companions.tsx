import { useEffect } from 'react';
import { BackToPlace } from './back-to-place';
import { preloadDialogs } from './lazy-dialogs';

/** What accompanies every screen and can come a moment after the first. */
export function Companions() {
  useEffect(preloadDialogs, []);
  return <BackToPlace />;
}
