import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { eventually } from '@likewell/testing/eventually';
import { connectNats, type Nats } from '../src/rpc/connect-nats.js';
import { createLogger } from '../src/telemetry/logger.js';
import { TcpProxy } from './tcp-proxy.js';

const silent = createLogger('test', 'silent');
/** Several times what it takes on a quiet machine; the library's own pings take minutes. */
const REPLACED_WITHIN_MS = 30_000;

let server: OwnServer;
let link: TcpProxy;
let caller: Nats;
let service: Nats;

beforeEach(async () => {
  server = await startNats(() => Promise.resolve('authorization { user: any, password: any, timeout: 1 }'));
  link = await TcpProxy.to(new URL(server.url));
  [caller, service] = await Promise.all([
    connectNats(`nats://any:any@${new URL(server.url).host}`, 'caller', silent),
    connectNats(`nats://any:any@127.0.0.1:${link.port}`, 'service', silent),
  ]);
  service.connection.subscribe('greet', { callback: (_, message) => void message.respond('hello') });
  await service.connection.flush();
});
afterEach(async () => {
  await Promise.all([caller, service].map(({ connection }) => connection.close()));
  link.stop();
  await server.remove();
});

const greet = async () => (await caller.connection.request('greet', '', { timeout: 500 })).string();

describe('a connection on which nothing comes back', () => {
  it('is replaced within seconds, although nobody ended it', async () => {
    await eventually(async () => expect(await greet()).toBe('hello'));
    link.hold();
    await expect(greet()).rejects.toThrow();
    await eventually(async () => expect(await greet()).toBe('hello'), REPLACED_WITHIN_MS);
  });
});

describe('a connection that is lost', () => {
  it('is made again, however often the server found that we took too long to say who we are', async () => {
    // Longer than any pause of the server, after which it would still read what has come meanwhile.
    link.heardAfterMs = 20_000;
    link.cut();
    link.mend();
    const before = link.joined;
    await eventually(() => expect(link.joined - before).toBeGreaterThan(3), 60_000);
    link.heardAfterMs = 0;
    await eventually(async () => expect(await greet()).toBe('hello'), 30_000);
  });
});
