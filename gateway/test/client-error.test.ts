import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { eventually } from '@likewell/testing/eventually';
import { once } from 'node:events';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { respondToClientError } from '../src/request/client-error.js';

/** For clients that are to run out of time; any other client could do so while the machine pauses. */
const SOON = { requestTimeout: 200, headersTimeout: 200, connectionsCheckingInterval: 50 };

let server: Server;

async function start(timeouts: ServerOptions) {
  server = createServer(timeouts, (request) => request.resume());
  server.on('clientError', respondToClientError);
  await once(server.listen(0, '127.0.0.1'), 'listening');
}
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

it.each([
  ['is no HTTP', 'no HTTP\r\n\r\n', 400, gatewayErrors.MALFORMED_REQUEST],
  [
    'has too many headers',
    `GET / HTTP/1.1\r\nHost: ${'x'.repeat(20_000)}`,
    431,
    gatewayErrors.HEADERS_TOO_LARGE,
  ],
  ['does not come whole', 'GET / HTTP/1.1\r\nHost: ', 408, gatewayErrors.REQUEST_TIMEOUT],
  [
    'has a body that does not come whole',
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{',
    408,
    gatewayErrors.REQUEST_TIMEOUT,
  ],
])(
  'what %s is told so, and its connection ends whoever keeps it open',
  async (_what, text, status, { code, message }) => {
    await start(status === 408 ? SOON : {});
    const client = connect({
      port: (server.address() as AddressInfo).port,
      host: '127.0.0.1',
      allowHalfOpen: true,
    });
    client.on('error', () => undefined).write(text);
    let response = '';
    client.on('data', (chunk) => (response += String(chunk)));
    await once(client, 'end');
    expect(response).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(JSON.parse(response.slice(response.indexOf('{')))).toMatchObject({ error: message, code });
    const connections = promisify(server.getConnections.bind(server));
    await eventually(async () => expect(await connections()).toBe(0));
    client.destroy();
  },
);

it('who sends more after the response keeps the time to read it', async () => {
  await start({});
  const seen: boolean[] = [];
  server.on('clientError', (error, socket: Socket) => {
    // What comes next fails in the same way.
    respondToClientError(error, socket);
    seen.push(socket.destroyed);
  });
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).end('no HTTP\r\n\r\n');
  await eventually(() => expect(seen).toEqual([false]));
  client.destroy();
});

it('who sends no HTTP after a request gets no second head into its response', async () => {
  server = createServer((_request, response) => response.writeHead(200).write('the beginning'));
  server.on('clientError', respondToClientError);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  client.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  let response = '';
  client.on('data', (chunk) => (response += String(chunk)));
  await eventually(() => expect(response).toContain('the beginning'));
  client.write('no HTTP\r\n\r\n');
  await once(client, 'close');
  expect(response.match(/HTTP\/1\.1/g)).toHaveLength(1);
});
