import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/**
 * Returns true where it has responded, or holds the request until it has it `proceed` to the router; nothing else is to see
 * the request meanwhile.
 */
export type EarlyStep = (request: IncomingMessage, response: ServerResponse, proceed: () => void) => boolean;

/**
 * Has every request pass these steps before the router and the framework's own objects for it, which cost more than what
 * the steps do.
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
