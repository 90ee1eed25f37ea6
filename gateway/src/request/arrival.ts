import type { IncomingMessage } from 'node:http';

const arrivals = new WeakMap<IncomingMessage, number>();

/** Records when a request arrived that had to wait before the router; `at` is a value of `performance.now()`. */
export function rememberArrival(request: IncomingMessage, at: number): void {
  arrivals.set(request, at);
}

/** Returns when a request arrived; its duration is counted from then. */
export const arrivalOf = (request: IncomingMessage): number => arrivals.get(request) ?? performance.now();
