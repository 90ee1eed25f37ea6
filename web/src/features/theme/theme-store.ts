import { readStored, writeStored } from '../../shared/session/local-storage';
import { createStore, useStore } from '../../shared/store/store';

export type Theme = 'dark' | 'light';

/** Colors of the browser's own bars, equal to the page's background. */
const BAR_COLORS: Record<Theme, string> = { dark: '#0c0e13', light: '#faf9f6' };

/** Returns the stored theme; dark when nothing else was chosen (spec, section 3). */
export const getTheme = (): Theme => (readStored('theme') === 'light' ? 'light' : 'dark');

const shown = createStore(getTheme());

/**
 * Stores the theme and applies it to the document; index.html's script does the same before the first paint.
 */
export function setTheme(theme: Theme): void {
  writeStored('theme', theme);
  show(theme);
}

/** Applies, from now on, a theme that is chosen in another tab; first one that was chosen since the page began. */
export function followOtherTabs(): void {
  show(getTheme());
  window.addEventListener('storage', ({ key }) => {
    if (key === 'theme' || key === null) show(getTheme());
  });
}

/** Returns the current theme. */
export const useTheme = (): Theme => useStore(shown);

function show(theme: Theme): void {
  document.documentElement.classList.toggle('dark', theme === 'dark');
  document.querySelector('meta[name=theme-color]')?.setAttribute('content', BAR_COLORS[theme]);
  shown.set(theme);
}
