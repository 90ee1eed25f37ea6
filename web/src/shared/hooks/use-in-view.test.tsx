import { render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
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

it('tells when an element comes into view and leaves it, and not that it begins outside', () => {
  vi.stubGlobal('IntersectionObserver', Observer);
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
  vi.unstubAllGlobals();
});
