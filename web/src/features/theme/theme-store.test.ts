import { describe, expect, it } from 'vitest';
import { followOtherTabs, getTheme, setTheme } from './theme-store';

describe('the theme (spec, sections 3 and 4)', () => {
  it('is dark by default, and for anything else that is stored', () => {
    expect(getTheme()).toBe('dark');
    localStorage.setItem('theme', 'purple');
    expect(getTheme()).toBe('dark');
  });

  it('is stored and toggles the dark class of the root', () => {
    setTheme('light');
    expect(localStorage.getItem('theme')).toBe('light');
    expect(document.documentElement.classList.contains('dark')).toBe(false);
    setTheme('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(document.documentElement.classList.contains('dark')).toBe(true);
  });

  it('follows a choice that was made in another tab, whether a switch for it is on the screen or not', () => {
    followOtherTabs();
    setTheme('dark');
    localStorage.setItem('theme', 'light');
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(document.documentElement.classList.contains('dark')).toBe(false);
  });
});
