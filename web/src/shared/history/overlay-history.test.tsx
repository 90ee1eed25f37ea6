import { act, render, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { afterOverlays, followHistory, useBackCloses } from './overlay-history';

function Overlay({ isOpen, onBack }: { isOpen: boolean; onBack: () => void }) {
  useBackCloses(isOpen, onBack);
  return null;
}

const overlays = () => (history.state as { overlays?: number } | null)?.overlays ?? 0;
const settled = (count: number) => waitFor(() => expect(overlays()).toBe(count));

let stop: (() => void) | undefined;
afterEach(async () => {
  await settled(0);
  stop?.();
});

describe('an overlay in the history', () => {
  it.each([
    ['at the same address', followHistory],
    ['also before anything else of the page listens', () => undefined],
  ])('is closed by Back, %s', async (_, listen) => {
    stop = listen();
    const onBack = vi.fn();
    const { rerender } = render(<Overlay isOpen onBack={onBack} />);
    await settled(1);
    history.back();
    await waitFor(() => expect(onBack).toHaveBeenCalledOnce());
    rerender(<Overlay isOpen={false} onBack={onBack} />);
  });

  it('takes its entry with it when it is closed in another way, before anything goes on', async () => {
    stop = followHistory();
    const onBack = vi.fn();
    const { rerender } = render(<Overlay isOpen onBack={onBack} />);
    await settled(1);
    rerender(<Overlay isOpen={false} onBack={onBack} />);
    const before = await new Promise<number>((resolve) => afterOverlays(() => resolve(overlays())));
    expect([before, onBack.mock.calls.length]).toEqual([0, 0]);
  });

  it('stays open when it was opened while the entry of another one went', async () => {
    stop = followHistory();
    const onBack = vi.fn();
    const { unmount: closeFirst } = render(<Overlay isOpen onBack={vi.fn()} />);
    await settled(1);
    closeFirst();
    // The entry of the first one is being removed from the history.
    await new Promise((resolve) => setTimeout(resolve));
    const { unmount: closeSecond } = render(<Overlay isOpen onBack={onBack} />);
    await act(() => new Promise<void>((resolve) => afterOverlays(resolve)));
    expect(onBack).not.toHaveBeenCalled();
    expect(overlays()).toBe(1);
    closeSecond();
  });

  it('gets no entry at the next page, whose address is there before it is gone', async () => {
    stop = followHistory();
    const { unmount } = render(<Overlay isOpen onBack={vi.fn()} />);
    await settled(1);
    history.pushState(null, '', '/elsewhere');
    const entries = history.length;
    const after = () =>
      new Promise((resolve) => afterOverlays(() => resolve([overlays(), history.length, location.pathname])));
    expect(await after()).toEqual([0, entries, '/elsewhere']);
    unmount();
    expect(await after()).toEqual([0, entries, '/elsewhere']);
    history.back();
    await waitFor(() => expect(location.pathname).not.toBe('/elsewhere'));
  });
});
