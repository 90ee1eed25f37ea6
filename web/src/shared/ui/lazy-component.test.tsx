import { act, render, screen } from '@testing-library/react';
import { type ReactNode, Suspense } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import { createStore, useStore } from '../store/store';
import { lazyComponent, lazyScreen, useIsScreenAwaited } from './lazy-component';

const Greeting = ({ name }: { name: string }) => <p>Hello, {name}</p>;
const load = () => Promise.resolve({ Greeting });

const shown = createStore<ReactNode>(null);
const told: boolean[] = [];
function Page() {
  told.push(useIsScreenAwaited());
  return <Suspense fallback={<p>Loading</p>}>{useStore(shown)}</Suspense>;
}
/** Changes what is on the page, and waits until React has done what it can. */
const change = (work: () => void) =>
  act(() => {
    work();
    return Promise.resolve();
  });

beforeEach(() => {
  shown.set(null);
  told.length = 0;
});

it('a part that is loaded late is shown, again and again, by the rules of React', async () => {
  render(<Page />);
  const error = vi.spyOn(console, 'error');
  let finish = (_: { Greeting: typeof Greeting }): void => undefined;
  const Part = lazyComponent(
    () => new Promise<{ Greeting: typeof Greeting }>((resolve) => (finish = resolve)),
    'Greeting',
  );
  await change(() => shown.set(<Part name="Mary" />));
  expect(screen.getByText('Loading')).toBeTruthy();
  await change(() => finish({ Greeting }));
  expect(await screen.findByText('Hello, Mary')).toBeTruthy();
  await change(() => shown.set(<Part name="Tom" />));
  expect(screen.getByText('Hello, Tom')).toBeTruthy();
  expect(error.mock.calls).toEqual([]);
  error.mockRestore();
});

it('a part that is loaded already is shown without a pause', async () => {
  const Part = lazyComponent(load, 'Greeting');
  await Part.preload();
  render(<Page />);
  act(() => shown.set(<Part name="Mary" />));
  expect(screen.getByText('Hello, Mary')).toBeTruthy();
});

it('nobody is told to wait for a screen that is loaded already', async () => {
  const Screen = lazyScreen(load, 'Greeting');
  await Screen.preload();
  render(<Page />);
  await change(() => shown.set(<Screen name="Mary" />));
  expect(screen.getByText('Hello, Mary')).toBeTruthy();
  // The one rendering without the screen, and the one with it.
  expect(told).toEqual([false, false]);
});
