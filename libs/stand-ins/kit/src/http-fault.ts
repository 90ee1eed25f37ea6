import type { ServerResponse } from 'node:http';

/** Fault of a response: not JSON, a redirect, JSON without an end, a cut connection, or no response. */
export type HttpFault = 'garbage' | 'redirect' | 'endless' | 'drop' | 'hang';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Sends the response of a fault. @param location where `redirect` leads */
export function sendHttpFault(response: ServerResponse, fault: HttpFault, location = '/elsewhere'): void {
  switch (fault) {
    case 'garbage':
      response.writeHead(200, JSON_TYPE).end('[{"id": <html>');
      return;
    case 'redirect':
      response.writeHead(302, { location }).end();
      return;
    case 'endless':
      response.writeHead(200, JSON_TYPE).write('[');
      pour(response);
      return;
    case 'drop':
      response.destroy();
      return;
    case 'hang':
  }
}

/** Writes endless JSON, as fast as it is read, for clients that must not wait for a complete response. */
function pour(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write('0,'.repeat(8192)));
  };
  response.on('drain', more);
  more();
}
