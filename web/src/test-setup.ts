import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { afterOverlays } from './shared/history/overlay-history';

// A busy machine may take longer than the second that is the default.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has none. Here no query matches; a test that needs one that does stubs it.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// What the last test had open goes from the history a moment later, when a busy machine may have taken the history away.
afterAll(() => new Promise<void>((resolve) => afterOverlays(resolve)));
