import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { SITE } from '../config/site';
import { createStore } from '../store/store';

/**
 * The title that a screen has set last, with the path of that screen; the document may still have the title
 * of the screen before.
 */
export const screenTitle = createStore({ pathname: '', title: '' });

/**
 * Sets the document's title while the screen is shown: what it shows, and where. Undefined leaves the title
 * unchanged.
 */
export function useDocumentTitle(shown: string | undefined, where: string = SITE.name): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (shown === undefined) return;
    const title = `${shown} – ${where}`;
    document.title = title;
    screenTitle.set({ pathname, title });
  }, [pathname, shown, where]);
}
