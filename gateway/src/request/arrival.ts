import type { IncomingMessage } from 'node:http';

const arrivals = new WeakMap<IncomingMessage, number>();

/** Records when a request came that was held up before the router; a reading of `performance.now()`. */
export function rememberArrival(request: IncomingMessage, at: number): void {
  arrivals.set(request, at);
}

/** When a request came: its time is counted from then. */
export const arrivalOf = (request: IncomingMessage): number => arrivals.get(request) ?? performance.now();
