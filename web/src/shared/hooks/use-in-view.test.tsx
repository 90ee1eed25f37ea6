import { render, screen } from '@testing-library/react';
import { startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useInView } from './use-in-view';

/** Replaces the observer that jsdom lacks. */
class Observer {
  static last: Observer;
  readonly observe = vi.fn();
  readonly disconnect = vi.fn();
  constructor(
    readonly report: (entries: object[]) => void,
    readonly options: IntersectionObserverInit,
  ) {
    Observer.last = this;
  }
}

beforeEach(() => vi.stubGlobal('IntersectionObserver', Observer));
afterEach(() => vi.unstubAllGlobals());

it('tells when an element comes into view and leaves it, and not that it begins outside', () => {
  const changed = vi.fn();
  const Mark = () => (
    <div data-testid="mark" ref={useInView<HTMLDivElement>((entry) => changed(entry), '600px 0px')} />
  );
  const { unmount } = render(<Mark />);
  const { last } = Observer;
  expect(last.options).toEqual({ rootMargin: '600px 0px' });
  expect(last.observe).toHaveBeenCalledExactlyOnceWith(screen.getByTestId('mark'));
  const [out, into] = [{ isIntersecting: false }, { isIntersecting: true }];
  last.report([out]);
  expect(changed).not.toHaveBeenCalled();
  last.report([into]);
  last.report([out]);
  expect(changed.mock.calls).toEqual([[into], [out]]);
  unmount();
  expect(last.disconnect).toHaveBeenCalled();
});

it('tells nothing of an element that is gone, not even until the next paint', async () => {
  const Mark = () => <div ref={useInView<HTMLDivElement>(() => undefined)} />;
  const container = document.createElement('div');
  const root = createRoot(container);
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false);
  const { last: earlier } = Observer;
  root.render(<Mark />);
  await vi.waitFor(() => expect(Observer.last).not.toBe(earlier));
  const { disconnect } = Observer.last;
  const taken = vi.fn();
  // Called as the element is taken out, before anything else can run.
  new MutationObserver(() => taken(disconnect.mock.calls.length)).observe(container, { childList: true });
  startTransition(() => root.render(null));
  await vi.waitFor(() => expect(taken).toHaveBeenCalled());
  expect(taken.mock.calls).toEqual([[1]]);
});
