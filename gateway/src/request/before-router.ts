import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/**
 * A step before the router. It returns true if it has responded, or if it holds the request and will call
 * `proceed` later to pass it to the router; until then nothing else handles the request.
 */
export type EarlyStep = (request: IncomingMessage, response: ServerResponse, proceed: () => void) => boolean;

/** Returns the address that a request comes from, as Fastify's `request.ip` does behind the router. */
export type AddressOf = (request: IncomingMessage) => string;

/**
 * Runs these steps on every request before the router, and before the framework creates its own objects for
 * it, which cost more than the steps.
 */
export function installBeforeRouter(server: Server, steps: readonly EarlyStep[]): void {
  const listeners = server.listeners('request') as RequestListener[];
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const proceed = () => {
      for (const listener of listeners) listener.call(server, request, response);
    };
    if (!steps.some((step) => step(request, response, proceed))) proceed();
  });
}
