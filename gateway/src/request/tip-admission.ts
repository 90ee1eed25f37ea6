import * as postRoutes from '@likewell/contracts/gateway/posts';
import type { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { LoadShedder } from './load-shedder.js';
import { sendOverloaded } from './reject.js';

const { method, path } = postRoutes.likePost;
/** How a client spells the route; any other spelling of it meets the shedder after the router. */
const SPELLING = new RegExp(`^${path.replace(':id', '\\d{1,16}')}$`);

/**
 * Refuses tips that there is no place for before the router and the framework's own objects for them: in a storm
 * nearly every request is one of these, and all that a refusal costs is taken from the tips that are accepted.
 */
export function installTipAdmission(server: Server, tools: { shedder: LoadShedder; metrics: Metrics }): void {
  const { shedder, metrics } = tools;
  const listeners = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    const isTip = request.method === method && SPELLING.test(request.url ?? '');
    if (isTip && shedder.rejects('tips')) {
      sendOverloaded(request, response);
      metrics.observeHttp(`${method} ${path}`, response.statusCode, 0);
    } else for (const listener of listeners) listener.call(server, request, response);
  });
}
