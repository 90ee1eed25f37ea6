import { inboxPrefix } from '@likewell/contracts/core/bus-names';
import { eventually } from '@likewell/testing/eventually';
import { shareGrownOld } from '@likewell/testing/old-space';
import { spawnServer } from '@likewell/testing/spawn-server';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { createInbox, headers, type Msg } from '@nats-io/transport-node';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectNats, type Nats } from '../src/rpc/connect-nats.js';
import { RequestMux } from '../src/rpc/request-mux.js';
import { createLogger } from '../src/telemetry/logger.js';
import { steadyNow } from '../src/telemetry/steady-clock.js';

const SUBJECT = 'rpc.echo.say';
const logger = createLogger('test', 'silent');
let server: OwnServer;
let echo: Nats;
let asker: Nats;
let mux: RequestMux;

beforeAll(async () => {
  server = await startNats();
  echo = await connectNats(server.url, 'echo', logger);
});
afterAll(async () => {
  await echo.connection.close();
  await server.remove();
});
beforeEach(async () => {
  asker = await connectNats(server.url, 'asker', logger);
  mux = new RequestMux(asker);
});
afterEach(() => asker.connection.close());

const ask = (text: string, withinMs = 5000, subject = SUBJECT) =>
  mux.request(subject, text, headers(), steadyNow() + withinMs);

async function serve(respond: (message: Msg) => void) {
  const subscription = echo.connection.subscribe(SUBJECT, { callback: (_, message) => respond(message) });
  await echo.connection.flush();
  return subscription;
}

it('brings each caller the own reply, in whatever order they come', async () => {
  const held: Msg[] = [];
  const subscription = await serve((message) => {
    held.push(message);
    if (held.length === 500) for (const request of held.reverse()) request.respond(`re ${request.string()}`);
  });
  const texts = Array.from({ length: 500 }, (_, index) => `text ${index}`);
  const replies = await Promise.all(texts.map((text) => ask(text)));
  expect(replies.map((reply) => reply.string())).toEqual(texts.map((text) => `re ${text}`));
  subscription.unsubscribe();
});

it('says at once that nobody serves a subject', async () => {
  // At its deadline the failure would be 'late'.
  await expect(ask('hello?', 5000, 'rpc.nobody.home')).rejects.toBe('no-responders');
});

it('gives up at the deadline, and drops what comes after it', async () => {
  const held: Msg[] = [];
  const subscription = await serve((message) => held.push(message));
  const startedAt = Date.now();
  const [late, patient] = [ask('late', 150), ask('patient', 60_000)];
  await expect(late).rejects.toBe('late');
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(150);
  await eventually(() => expect(held).toHaveLength(2));
  for (const request of held) request.respond(`re ${request.string()}`);
  expect((await patient).string()).toBe('re patient');
  subscription.unsubscribe();
});

it('waits as long as before when somebody sets the clock', async () => {
  const held: Msg[] = [];
  const subscription = await serve((message) => held.push(message));
  const clock = vi.spyOn(Date, 'now');
  try {
    const [late, patient] = [ask('late', 300), ask('patient', 60_000)];
    const now = Date.now();
    clock.mockImplementation(() => now + 600_000);
    // The sweep that ends this request would have ended the other as well.
    await expect(late).rejects.toBe('late');
    clock.mockRestore();
    await eventually(() => expect(held).toHaveLength(2));
    for (const request of held) request.respond(`re ${request.string()}`);
    expect((await patient).string()).toBe('re patient');
  } finally {
    clock.mockRestore();
    subscription.unsubscribe();
  }
});

it('takes the first of two replies', async () => {
  const subscription = await serve((message) => {
    message.respond('first');
    message.respond('second');
  });
  const replies = await Promise.all([ask('a'), ask('b')]);
  expect(replies.map((reply) => reply.string())).toEqual(['first', 'first']);
  subscription.unsubscribe();
});

it('gives nobody a reply that comes again after the next request has begun', async () => {
  let respondAgain = (): unknown => undefined;
  const subscription = await serve((message) => {
    respondAgain();
    message.respond(`re ${message.string()}`);
    respondAgain = () => message.respond(`re ${message.string()}, again`);
  });
  for (const text of ['first', 'second', 'third']) expect((await ask(text)).string()).toBe(`re ${text}`);
  subscription.unsubscribe();
});

it('takes a reply from the service that it called, and from no other', async () => {
  const subscription = await serve((message) => message.respond(message.reply ?? ''));
  const place = (await ask('where?')).string();
  // NATS lets each service publish below its own name alone.
  expect(place).toMatch(/^_INBOX_asker\.echo\.\w+\.0-1$/);
  const next = place.replace(/0-1$/, '0-2');
  const other = echo.connection.subscribe('rpc.other.say', {
    callback: (_, message) => {
      echo.connection.publish(next, 'of echo');
      // As the other service, or NATS, could be made to do.
      echo.connection.publish(next.replace('.echo.', '.other.'), 'for echo');
      message.respond('of other');
    },
  });
  await echo.connection.flush();
  expect((await ask('who?', 5000, 'rpc.other.say')).string()).toBe('of other');
  for (const each of [subscription, other]) each.unsubscribe();
});

it('lets who replies guess no other inbox of the process', async () => {
  const subscription = await serve((message) => message.respond(message.reply ?? ''));
  const reply = (await ask('where?')).string();
  const begin = (inbox: string) =>
    inbox
      .slice(`${inboxPrefix('asker')}.`.length)
      .replace('echo.', '')
      .slice(0, 12);
  // The library's ids have their first twelve letters in common.
  expect(begin(createInbox(inboxPrefix('asker')))).toBe(begin(createInbox(inboxPrefix('asker'))));
  expect(begin(reply)).not.toBe(begin(createInbox(inboxPrefix('asker'))));
  subscription.unsubscribe();
});

it('works on after the connection was lost; what was under way ends at its deadline', async () => {
  const silent = await serve(() => undefined);
  const lost = ask('lost', 3000);
  lost.catch(() => undefined);
  await asker.connection.flush();
  silent.unsubscribe();
  await server.kill();
  await server.restart();
  await expect(lost).rejects.toBe('late');
  // Until then the library rejects a flush.
  await eventually(() => expect(echo.isConnected()).toBe(true));
  const subscription = await serve((message) => message.respond('back'));
  await eventually(async () => expect((await ask('again', 500)).string()).toBe('back'));
  subscription.unsubscribe();
});

it('lets nobody wait for a connection that is closed', async () => {
  const subscription = await serve(() => undefined);
  const waiting = ask('waiting', 60_000);
  waiting.catch(() => undefined);
  await asker.connection.close();
  await expect(waiting).rejects.toBe('closed');
  subscription.unsubscribe();
});

it('says at once that our user may not use a subject', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'likewell-nats-'));
  const permissions = '{ publish: ["rpc.allowed", "_INBOX_limited.>"], subscribe: ["_INBOX_limited.>"] }';
  const config = `authorization { users = [{ user: me, password: pw, permissions: ${permissions} }] }`;
  await writeFile(join(folder, 'nats.conf'), config);
  const strict = await spawnServer('nats-server', (port) => [
    ...['-a', '127.0.0.1', '-p', String(port)],
    ...['-c', join(folder, 'nats.conf')],
  ]);
  const limited = await connectNats(`nats://me:pw@127.0.0.1:${strict.port}`, 'limited', logger);
  const limitedMux = new RequestMux(limited);
  const request = (subject: string) => limitedMux.request(subject, '', headers(), steadyNow() + 5000);
  const [forbidden, allowed] = await Promise.allSettled([request('rpc.forbidden'), request('rpc.allowed')]);
  expect(forbidden).toMatchObject({ reason: 'forbidden' });
  expect(allowed).toMatchObject({ reason: 'no-responders' });
  await limited.connection.close();
  await strict.kill();
  await rm(folder, { recursive: true });
});

it('keeps nothing of an answered request until a full garbage collection', async () => {
  const AT_ONCE = 50;
  const subscription = await serve((message) => message.respond('yes'));
  const kept = await shareGrownOld(150, AT_ONCE, async (ballast) => {
    const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => ask('you there?')));
    for (const reply of replies) Object.assign(reply, { ballast: ballast() });
  });
  expect(kept).toBeLessThan(1 / 3);
  subscription.unsubscribe();
});
