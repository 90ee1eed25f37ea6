import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createStore, useStore } from './store';

it('a component shows what it selects, and renders anew only when that changes', () => {
  const counts = createStore({ a: 1, b: 1 });
  const rendered = vi.fn();
  function A() {
    const count = useStore(counts, ({ a }) => a);
    rendered();
    return <output>{count}</output>;
  }
  render(<A />);
  act(() => counts.set({ a: 1, b: 2 }));
  expect(rendered).toHaveBeenCalledTimes(1);
  act(() => counts.set({ a: 2, b: 2 }));
  expect(screen.getByRole('status').textContent).toBe('2');
});

it('what a store needs runs while components follow it, however many they are', () => {
  const stop = vi.fn();
  const start = vi.fn(() => stop);
  const store = createStore(0, start);
  const [leave, leaveToo] = [store.subscribe(vi.fn()), store.subscribe(vi.fn())];
  leave();
  expect(start).toHaveBeenCalledTimes(1);
  expect(stop).not.toHaveBeenCalled();
  leaveToo();
  expect(stop).toHaveBeenCalledTimes(1);
  store.subscribe(vi.fn());
  expect(start).toHaveBeenCalledTimes(2);
});
