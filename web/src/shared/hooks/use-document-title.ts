import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { createStore } from '../store/store';

/** The title that a screen set last, with the path that it is of; the document's own may still be that of the screen before. */
export const screenTitle = createStore({ pathname: '', title: '' });

/** Sets the document's title while the screen is shown; undefined leaves it as it is. */
export function useDocumentTitle(title: string | undefined): void {
  const { pathname } = useLocation();
  useEffect(() => {
    if (title === undefined) return;
    document.title = title;
    screenTitle.set({ pathname, title });
  }, [pathname, title]);
}
