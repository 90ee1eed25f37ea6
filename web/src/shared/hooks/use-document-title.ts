import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { createStore } from '../store/store';

/**
 * The title that a screen has set last, with the path of that screen; the document may still have the title
 * of the screen before.
 */
export const screenTitle = createStore({ pathname: '', title: '' });

/** Sets the document's title while the screen is shown; undefined leaves the title unchanged. */
export function useDocumentTitle(title: string | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (title === undefined) return;
    document.title = title;
    screenTitle.set({ pathname, title });
  }, [pathname, title]);
}
