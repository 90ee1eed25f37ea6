import { cleanup, configure, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, vi } from 'vitest';

// A busy machine may take longer than the default of one second.
configure({ asyncUtilTimeout: 10_000 });

// Files share a worker's jsdom and the libraries, which listen to the document from their first use on, but none of our
// own modules and nothing that these listen to.
userEvent.setup();
render(null);
vi.resetModules();
const { Buffer, Uint8Array } = globalThis;
const listened: (() => void)[] = [];
const ofTest: (() => void)[] = [];
for (const target of [window, document] as EventTarget[]) {
  const add = target.addEventListener.bind(target);
  target.addEventListener = (...args: Parameters<EventTarget['addEventListener']>) => {
    add(...args);
    // jsdom has all presses at one point: one right after a press of the test before would be its second.
    (args[0] === 'click' ? ofTest : listened).push(() => target.removeEventListener(...args));
  };
  afterAll(() => (target.addEventListener = add));
}

// Replaces a function that jsdom lacks. No query matches; a test that needs a match stubs it.
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false }) as MediaQueryList;

const { afterOverlays } = await import('./shared/history/overlay-history');

afterEach(() => {
  cleanup();
  for (const remove of ofTest.splice(0)) remove();
  localStorage.clear();
  sessionStorage.clear();
});

afterAll(async () => {
  // The overlays of the last test leave the history a moment later.
  await new Promise<void>((resolve) => afterOverlays(resolve));
  for (const remove of listened) remove();
  vi.unstubAllGlobals();
  Object.assign(globalThis, { Buffer, Uint8Array });
  history.replaceState(null, '', '/');
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.title = '';
  for (const name of document.documentElement.getAttributeNames())
    document.documentElement.removeAttribute(name);
});
