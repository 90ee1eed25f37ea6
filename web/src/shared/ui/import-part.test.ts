import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { importPart } from './import-part';

const LONG_MS = 60_000;
const missing = () => Promise.reject(new TypeError('Importing a module script failed.'));
/** The network's state, as the browser reports it. */
let isOnline: boolean;

beforeEach(() => {
  vi.useFakeTimers();
  isOnline = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'serviceWorker');
});

function installWorker(): void {
  Object.defineProperty(navigator, 'serviceWorker', { value: { controller: {} }, configurable: true });
}

function connect(): void {
  isOnline = true;
  window.dispatchEvent(new Event('online'));
}

it('without a network it is asked for when there is one', async () => {
  const load = vi.fn(() => Promise.resolve('the part'));
  const part = importPart(load);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(load).not.toHaveBeenCalled();
  connect();
  expect(await part).toBe('the part');
});

it('without a network a worker is asked for it at once', async () => {
  installWorker();
  expect(await importPart(() => Promise.resolve('the part'))).toBe('the part');
});

it('a part that the worker lacks comes when the network is back, however late', async () => {
  installWorker();
  const load = vi.fn(() => (isOnline ? Promise.resolve('the part') : missing()));
  const part = importPart(load);
  await vi.advanceTimersByTimeAsync(LONG_MS);
  expect(load).toHaveBeenCalledTimes(1);
  connect();
  expect(await part).toBe('the part');
});

it('it is given up after four attempts where there may be a network', async () => {
  isOnline = true;
  const load = vi.fn(missing);
  const failure = expect(importPart(load)).rejects.toThrow('Importing a module script failed.');
  await vi.advanceTimersByTimeAsync(LONG_MS);
  await failure;
  expect(load).toHaveBeenCalledTimes(4);
});
