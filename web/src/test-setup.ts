import { cleanup, configure } from '@testing-library/react';
import { afterAll, afterEach } from 'vitest';
import { afterOverlays } from './shared/history/overlay-history';

// A busy machine may take longer than the default of one second.
configure({ asyncUtilTimeout: 10_000 });

// Replaces a function that jsdom lacks. No query matches; a test that needs a match stubs it.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
});

// The overlays of the last test leave the history a moment later; on a busy machine
// jsdom may be gone by then.
afterAll(() => new Promise<void>((resolve) => afterOverlays(resolve)));
