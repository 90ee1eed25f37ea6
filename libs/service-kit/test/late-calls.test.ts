import { commonErrors } from '@likewell/contracts/core/common-errors';
import { defineRpc } from '@likewell/contracts/core/define-rpc';
import { eventually } from '@likewell/testing/eventually';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { z } from 'zod';
import { connectNats, type Nats } from '../src/rpc/connect-nats.js';
import { toHeaders } from '../src/rpc/rpc-headers.js';
import { RpcClient } from '../src/rpc/rpc-client.js';
import { RpcServer } from '../src/rpc/rpc-server.js';
import type { Sender } from '../src/rpc/sender.js';
import { createLogger } from '../src/telemetry/logger.js';
import { Metrics } from '../src/telemetry/metrics.js';
import { currentContext, newContext, runInContext, timeLeftMs } from '../src/telemetry/request-context.js';
import { steadyNow } from '../src/telemetry/steady-clock.js';
import { TcpProxy } from './tcp-proxy.js';

const MINUTE_MS = 60_000;
/** Returns the time left for the call according to the handler's context. */
const say = defineRpc({
  subject: 'rpc.clocks.say',
  input: z.object({ text: z.string() }),
  output: z.object({ leftMs: z.number() }),
  timeoutMs: 20_000,
});
const silent = createLogger('test', 'silent');

let nats: OwnServer;
let link: TcpProxy;
let caller: Nats;
let served: Nats;
let server: RpcServer;
let metrics: Metrics;
let started: string[];
let lines: { subject?: string; lateMs?: number; calls?: number; requestId?: string }[];
let senders = 0;

beforeEach(async () => {
  nats = await startNats();
  link = await TcpProxy.to(new URL(nats.url));
  [caller, served] = await Promise.all([
    connectNats(nats.url, 'caller', silent),
    connectNats(`nats://127.0.0.1:${link.port}`, 'clocks', silent),
  ]);
  [started, lines] = [[], []];
  metrics = new Metrics('clocks');
  const logger = createLogger('clocks', 'warn', { write: (line) => lines.push(JSON.parse(line) as object) });
  server = new RpcServer('clocks', served, logger, metrics);
  const handler = ({ text }: z.output<typeof say.input>) => {
    started.push(text);
    return Promise.resolve({ leftMs: timeLeftMs() });
  };
  server.addHandler(say.subject, handler, false, { contract: say });
  await new Promise((resolve) => {
    server.listen(resolve);
  });
});
afterEach(async () => {
  await server.close();
  await Promise.all([caller, served].map(({ connection }) => connection.close()));
  link.stop();
  await nats.remove();
});

/** A process whose clocks differ from ours by `skewMs`, and which a test may set. */
function sender(skewMs: number): Sender & { set(clock: 'wall' | 'steady', byMs: number): void } {
  senders += 1;
  const process = {
    id: `sender-${senders}`,
    wallAheadMs: skewMs,
    steadyAheadMs: 1e6 * senders,
    set: (clock: 'wall' | 'steady', byMs: number) => {
      process[`${clock}AheadMs`] += byMs;
    },
  };
  return process;
}

const clientOf = (who: Sender) => new RpcClient(caller, 1, who);
const within = <T>(ms: number, call: () => Promise<T>) =>
  runInContext(newContext({ deadline: steadyNow() + ms }), call);
const lateCalls = async () => (await metrics.rpcLate.get()).values[0]?.value;
const skewSeconds = async () =>
  (await metrics.registry.getSingleMetric('likewell_peer_clock_skew_seconds')?.get())?.values[0]?.value;

describe('a caller whose clock', () => {
  // Each of the two clocks may be five minutes wrong.
  it.each([3000, -3000, 10 * MINUTE_MS, -10 * MINUTE_MS])('is %d ms off is served', async (skewMs) => {
    const client = clientOf(sender(skewMs));
    for (const text of ['first', 'second', 'third']) {
      const { leftMs } = await client.call(say, { text });
      // The handler sees the deadline on the clock of its own process.
      expect(leftMs).toBeGreaterThan(10_000);
      expect(leftMs).toBeLessThanOrEqual(20_001);
    }
    expect(await lateCalls()).toBe(0);
    expect(await skewSeconds()).toBeCloseTo(Math.abs(skewMs) / 1000, 0);
  });

  it('is set while it calls, or stood still while its machine slept, is served', async () => {
    const who = sender(0);
    const client = clientOf(who);
    await client.call(say, { text: 'before' });
    for (const [clock, byMs] of [
      ['wall', -5 * MINUTE_MS],
      ['wall', 10 * MINUTE_MS],
      ['steady', -60 * MINUTE_MS],
    ] as const) {
      who.set(clock, byMs);
      for (const text of ['first', 'second'])
        expect((await client.call(say, { text })).leftMs).toBeGreaterThan(10_000);
    }
    expect(await lateCalls()).toBe(0);
  });
});

describe('a call that comes late', () => {
  it.each([0, 5 * MINUTE_MS, -5 * MINUTE_MS])(
    'because it lay in a socket is not started, counted and logged (clocks %d ms apart)',
    async (skewMs) => {
      const client = clientOf(sender(skewMs));
      const begunAt = steadyNow();
      await client.call(say, { text: 'before' });
      const beforeMs = steadyNow() - begunAt;
      link.hold();
      const heldAt = steadyNow();
      let requestId: string | undefined;
      const late = within(500, () => {
        requestId = currentContext()?.requestId;
        return client.call(say, { text: 'nobody waits' });
      });
      const patient = client.call(say, { text: 'somebody waits' });
      await expect(late).rejects.toMatchObject({ code: commonErrors.DEADLINE_EXCEEDED.code });
      // The earlier call also took a moment, which is taken for skew.
      await eventually(() => expect(steadyNow()).toBeGreaterThan(heldAt + beforeMs + 1000));
      link.release();
      expect((await patient).leftMs).toBeLessThan(20_000 - 500);
      expect(started).toEqual(['before', 'somebody waits']);
      expect(await lateCalls()).toBe(1);
      expect(lines).toMatchObject([
        { subject: say.subject, calls: 1, requestId, msg: 'calls came too late and were not started' },
      ]);
      expect(lines[0]?.lateMs).toBeGreaterThanOrEqual(0);
    },
  );

  it('is answered all the same, for a NATS that tracks its reply subject until then', async () => {
    const late = toHeaders(newContext(), steadyNow() - 250, sender(0));
    const reply = await caller.connection.request(say.subject, '{"text":"late"}', {
      headers: late,
      timeout: 5000,
    });
    expect(reply.json()).toMatchObject({ error: { code: commonErrors.DEADLINE_EXCEEDED.code } });
    expect(started).toEqual([]);
  });

  it('is one of a thousand, of which a line tells and each is counted', async () => {
    const who = sender(0);
    const publish = (ms: number) => {
      const headers = toHeaders(newContext(), steadyNow() + ms, who);
      const options = { headers, reply: `${caller.inboxPrefix}.nobody` };
      caller.connection.publish(say.subject, '{"text":"late"}', options);
    };
    const begunAt = steadyNow();
    for (let call = 0; call < 1000; call += 1) publish(-250);
    await eventually(async () => expect(await lateCalls()).toBe(1000));
    // One at once, and one more for each second that it took.
    expect(lines.length).toBeLessThanOrEqual(1 + Math.floor((steadyNow() - begunAt) / 1000));
    expect(lines[0]).toMatchObject({ calls: 1 });
    await eventually(() => {
      publish(-250);
      expect(lines.reduce((told, { calls = 0 }) => told + calls, 0)).toBeGreaterThan(1000);
    });
    expect(lines[0]?.lateMs).toBeGreaterThanOrEqual(250);
    expect(started).toEqual([]);
  });
});

it('each word of the header stands where a reader of another version looks for it', () => {
  // The clocks stand still, so that no part of the second passes.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const who = sender(3000);
  const context = newContext({ actor: 7, actorToken: 'signed' });
  const [deadline, ...others] = toHeaders(context, steadyNow() + 1000, who)
    .get('Likewell-Context')
    .split(' ');
  expect(Number(deadline)).toBe(Date.now() + 4000);
  const [budgetMs, sentAt] = ['1000', expect.stringMatching(/^\d+$/)];
  const { traceparent, requestId } = context;
  expect(others).toEqual(['7', traceparent, requestId, budgetMs, sentAt, who.id, 'signed']);
});
