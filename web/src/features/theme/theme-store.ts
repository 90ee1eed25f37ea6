import { useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../shared/session/local-storage';

export type Theme = 'dark' | 'light';

/** The browser's own bars follow the page's background. */
const BAR_COLORS: Record<Theme, string> = { dark: '#0c0e13', light: '#faf9f6' };

const listeners = new Set<() => void>();

/** The stored theme; dark when nothing else was chosen (spec, section 3). */
export const getTheme = (): Theme => (readStored('theme') === 'light' ? 'light' : 'dark');

/** Stores the theme and puts it on the document; index.html's script does the same before the first paint. */
export function setTheme(theme: Theme): void {
  writeStored('theme', theme);
  show(theme);
}

/** Shows, from now on, a theme that is chosen in another tab. */
export function followOtherTabs(): void {
  window.addEventListener('storage', ({ key }) => {
    if (key === 'theme' || key === null) show(getTheme());
  });
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, shownTheme);
}

const shownTheme = (): Theme => (document.documentElement.classList.contains('dark') ? 'dark' : 'light');

function show(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', BAR_COLORS[theme]);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
