import { commonErrors } from '@likewell/contracts/core/common-errors';
import { defineRpc } from '@likewell/contracts/core/define-rpc';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { z } from 'zod';
import { EVENT_LIMITS } from '../src/events/start-events.js';
import { PeerClocks } from '../src/rpc/peer-clocks.js';
import { fromHeaders, toHeaders } from '../src/rpc/rpc-headers.js';
import { newContext, runInContext, type RequestContext } from '../src/telemetry/request-context.js';
import { steadyNow } from '../src/telemetry/steady-clock.js';
import { ask, control, count, tallySchema, neighbour, tallyErrors, tallyService, work } from './tally.js';

/** The header holds whole milliseconds, and there are two of them. */
const ROUNDING_MS = 2;

/** Looks for gaps at its start alone: a later look is a call to itself, which takes one of the places that a test counts. */
const calm = { ...tallyService, eventLimits: { ...EVENT_LIMITS, gapAfterMs: 3_600_000 } };

let tally: ServiceUnderTest;
let healthPort: number;

beforeAll(async () => {
  healthPort = await freePort();
  tally = await startService(calm, tallySchema, { HEALTH_PORT: String(healthPort) });
});
afterAll(() => tally.stop());

const doWork = (input: Partial<z.input<typeof work.input>> = {}) =>
  tally.bus.call(work, { label: 'any', ms: 0, held: false, end: 'answer', ...input });

/** Calls as a request with this context would. */
const within = <T>(context: Partial<RequestContext>, call: () => Promise<T>) =>
  runInContext(newContext(context), call);

describe('a call', () => {
  it('that breaks the contract is answered INVALID_INPUT and reaches no handler', async () => {
    const loose = defineRpc({ subject: work.subject, input: z.unknown(), output: z.unknown() });
    // Files that ran before in this process have their calls in there, too.
    const startedBefore = [...control.started];
    for (const input of [{ label: 7 }, { label: 'x'.repeat(41), ms: 0 }, {}, null, [], 'text']) {
      await expect(tally.bus.call(loose, input)).rejects.toMatchObject({
        code: commonErrors.INVALID_INPUT.code,
      });
    }
    const noJson = await tally.bus.nats.connection.request(work.subject, '{"label":', { timeout: 20_000 });
    expect(noJson.json()).toMatchObject({ error: { code: commonErrors.INVALID_INPUT.code } });
    expect(control.started).toEqual(startedBefore);
  });

  it('brings a declared error back whole', async () => {
    await expect(doWork({ end: 'declared' })).rejects.toMatchObject({
      ...tallyErrors.TALLY_FULL,
      details: { limit: 3 },
    });
  });

  it('brings back an error of a kind that only a later version knows, as one of the server', async () => {
    const error = { code: 'POSTPONED', kind: 'postponed', message: 'Come back tomorrow.' };
    const later = tally.bus.nats.connection.subscribe(neighbour.subject, {
      callback: (_, message) => void message.respond(JSON.stringify({ error })),
    });
    const caught: unknown = await tally.bus.call(neighbour, {}).catch((thrown: unknown) => thrown);
    later.unsubscribe();
    expect(caught).toMatchObject({ ...error, kind: 'internal' });
  });

  it.each(['undeclared', 'defect', 'wrong-answer', 'huge-answer'] as const)(
    'that ends in an error nobody declared (%s) is INTERNAL and tells nothing of it',
    async (end) => {
      const error: unknown = await doWork({ end }).catch((caught: unknown) => caught);
      expect(error).toMatchObject({ ...commonErrors.INTERNAL, details: undefined });
    },
  );

  it('that nobody serves is UNAVAILABLE at once, not at its deadline', async () => {
    // At its deadline the code would be DEADLINE_EXCEEDED.
    await expect(tally.bus.call(neighbour, {})).rejects.toMatchObject({
      code: commonErrors.UNAVAILABLE.code,
    });
  });

  it('whose handler is late is DEADLINE_EXCEEDED at the deadline of the request it belongs to', async () => {
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    const call = within({ deadline: steadyNow() + 200 }, () => doWork({ held: true }));
    await expect(call).rejects.toMatchObject({ code: commonErrors.DEADLINE_EXCEEDED.code });
    open();
  });

  it('is not sent when its request is over already', async () => {
    const call = within({ deadline: steadyNow() - 1 }, () => doWork({ label: 'over before sent' }));
    await expect(call).rejects.toMatchObject({ code: commonErrors.DEADLINE_EXCEEDED.code });
    await doWork();
    expect(control.started).not.toContain('over before sent');
  });

  it('whose deadline passed while it waited is not started', async () => {
    const payload = (label: string) => JSON.stringify({ label });
    const { connection, inboxPrefix } = tally.bus.nats;
    const reply = `${inboxPrefix}.nobody`;
    connection.publish(work.subject, payload('nobody waits'), {
      reply,
      headers: toHeaders(newContext(), steadyNow() - 1),
    });
    connection.publish(work.subject, payload('somebody waits'), {
      reply,
      headers: toHeaders(newContext(), steadyNow() + 5000),
    });
    await eventually(() => expect(control.started).toContain('somebody waits'));
    expect(control.started).not.toContain('nobody waits');
  });
});

describe('a request’s context', () => {
  const context = newContext({ actor: 1234 });

  it('travels into the calls that a handler makes, with a deadline no later than its own', async () => {
    const seen: RequestContext[] = [];
    const subscription = tally.bus.nats.connection.subscribe(neighbour.subject, {
      callback: (_, message) => {
        seen.push(fromHeaders(message.headers, new PeerClocks()));
        message.respond(JSON.stringify({ data: {} }));
      },
    });
    const startedAt = steadyNow();
    const deadline = startedAt + 10_000;
    await within({ ...context, deadline }, () => tally.bus.call(ask, {}));
    const tookMs = steadyNow() - startedAt;
    subscription.unsubscribe();
    expect(seen).toEqual([{ ...context, deadline: expect.any(Number) as number }]);
    // How long a peer's first message was on its way is not known, so its deadline is read that much later.
    const laterMs = (seen[0]?.deadline ?? 0) - deadline;
    expect(laterMs).toBeGreaterThan(-ROUNDING_MS);
    expect(laterMs).toBeLessThan(tookMs + ROUNDING_MS);
  });

  it('travels into the events that a handler records, and into the handlers of those', async () => {
    await within(context, () => tally.bus.call(count, { label: 'with context', rollBack: false }));
    const { rows } = await tally.schema.owner.query<{ envelope: unknown }>(
      `SELECT envelope FROM outbox WHERE envelope->'data'->>'label' = 'with context'`,
    );
    const { requestId, traceparent, actor } = context;
    expect(rows).toMatchObject([{ envelope: { requestId, traceparent, actor, version: 1 } }]);
    await eventually(async () => {
      const effects = await tally.schema.owner.query(`SELECT * FROM effect WHERE label = 'with context'`);
      expect(effects.rows).toMatchObject([{ request_id: requestId, actor: String(actor) }]);
    });
  });
});

describe('a service of many replicas', () => {
  it('shares the calls among them', async () => {
    const second = await tally.addReplica({ HEALTH_PORT: '0' });
    const responses = await Promise.all(Array.from({ length: 100 }, () => doWork()));
    expect(new Set(responses.map(({ replica }) => replica)).size).toBe(2);
    await second.stop();
  });

  it('loses no call when one of them stops under load', async () => {
    const second = await tally.addReplica({ HEALTH_PORT: '0' });
    const calls: Promise<string | Error>[] = [];
    let underWay = 0;
    const send = (howMany: number) => {
      for (let index = 0; index < howMany; index += 1) {
        underWay += 1;
        const call = doWork({ ms: 50 })
          .then(
            ({ replica }) => replica,
            (error: unknown) => error as Error,
          )
          .finally(() => (underWay -= 1));
        calls.push(call);
      }
    };
    send(300);
    // So that they go to both, and the stop comes after them.
    await tally.bus.nats.connection.flush();
    const stopping = { done: false };
    void second.stop().then(() => (stopping.done = true));
    while (!stopping.done) {
      if (underWay < 500) send(5);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
    send(50);

    const responses = await Promise.all(calls);

    expect(responses.filter((response) => response instanceof Error)).toEqual([]);
    expect(new Set(responses).size).toBe(2);
    expect(new Set(responses.slice(-50)).size).toBe(1);
  });
});

describe('an overloaded service', () => {
  it('rejects at once what is too much, counts it, and answers the rest', async () => {
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    const held = Array.from({ length: 2000 }, () => doWork({ held: true }));
    const tooMuch = await Promise.allSettled(Array.from({ length: 100 }, () => doWork()));
    for (const result of tooMuch) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: commonErrors.OVERLOADED.code } });
    }
    const metrics = await (await fetch(`http://127.0.0.1:${healthPort}/metrics`)).text();
    expect(metrics).toMatch(
      new RegExp(
        `^likewell_rpc_served_seconds_count\\{.*subject="${work.subject}".*outcome="OVERLOADED".*\\} 100$`,
        'm',
      ),
    );
    open();
    expect((await Promise.allSettled(held)).filter(({ status }) => status === 'rejected')).toEqual([]);
    await expect(doWork()).resolves.toMatchObject({ label: 'any' });
  });
});
