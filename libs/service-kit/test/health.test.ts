import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { count, counted, control, tallySchema, tallyService, work } from './tally.js';
import { TcpProxy } from './tcp-proxy.js';

let tally: ServiceUnderTest;
let origin: string;
let postgres: TcpProxy;
let cutOff: string;

/** Starts one ordinary replica, and one whose connection to Postgres can be cut. */
beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  tally = await startService(tallyService, tallySchema, { HEALTH_PORT: String(port) });
  const url = new URL(tally.schema.url);
  postgres = await TcpProxy.to(url);
  url.port = String(postgres.port);
  const otherPort = await freePort();
  cutOff = `http://127.0.0.1:${otherPort}`;
  await tally.addReplica({ HEALTH_PORT: String(otherPort), DATABASE_URL: url.toString() });
});
afterAll(async () => {
  await tally.stop();
  postgres.stop();
});

async function health(where: string, what: 'live' | 'ready'): Promise<{ status: number; checks: unknown }> {
  const response = await fetch(`${where}/health/${what}`);
  const { healthy, checks } = (await response.json()) as { healthy: boolean; checks: unknown };
  expect(healthy).toBe(response.status === 200);
  return { status: response.status, checks };
}

const isFine = async () => {
  expect(tally.bus.nats.isConnected()).toBe(true);
  for (const where of [origin, cutOff]) {
    expect(await health(where, 'live')).toEqual({ status: 200, checks: { nats: true } });
    expect(await health(where, 'ready')).toEqual({
      status: 200,
      checks: { nats: true, postgres: true, events: true },
    });
  }
};

describe('a process', () => {
  it('is alive and ready while everything is there', () => eventually(isFine));

  it('without NATS is not ready, but alive: it goes on when NATS is back', async () => {
    await tally.natsServer.kill();
    await eventually(async () =>
      expect(await health(origin, 'ready')).toEqual({
        status: 503,
        checks: { nats: false, postgres: true, events: true },
      }),
    );
    expect(await health(origin, 'live')).toMatchObject({ status: 200 });
    await tally.natsServer.restart();
    await eventually(isFine);
  });

  it('without Postgres is not ready, but alive: it goes on when Postgres is back', async () => {
    postgres.cut();
    await eventually(async () =>
      expect(await health(cutOff, 'ready')).toEqual({
        status: 503,
        checks: { nats: true, postgres: false, events: true },
      }),
    );
    expect(await health(cutOff, 'live')).toMatchObject({ status: 200 });
    postgres.mend();
    await eventually(isFine);
  });

  it('is asked at the one address that it was given', async () => {
    const port = await freePort();
    const replica = await tally.addReplica({ HEALTH_PORT: String(port), HEALTH_HOST: '127.0.0.1' });
    expect(await health(`http://127.0.0.1:${port}`, 'live')).toMatchObject({ status: 200 });
    await expect(fetch(`http://127.0.0.2:${port}/metrics`)).rejects.toThrow('fetch failed');
    await replica.stop();
  });

  it('that drains is not ready any more, and finishes what it began', async () => {
    const port = await freePort();
    const replica = await tally.addReplica({ HEALTH_PORT: String(port) });
    let open: () => void = () => undefined;
    control.gate = new Promise((resolve) => (open = resolve));
    const calls = Array.from({ length: 30 }, (_, index) =>
      tally.bus.call(work, { label: `drained ${index}`, ms: 0, held: true, end: 'answer' }),
    );
    await eventually(() =>
      expect(control.started.filter((label) => label.startsWith('drained'))).toHaveLength(30),
    );
    const stopped = replica.stop();
    expect(await health(`http://127.0.0.1:${port}`, 'ready')).toMatchObject({
      status: 503,
      checks: { draining: false },
    });
    open();
    await expect(Promise.all(calls)).resolves.toHaveLength(30);
    await stopped;
    await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow();
  });
});

describe('the metrics', () => {
  it('tell of calls by subject and outcome, of events, and of the process', async () => {
    const scrape = async () => {
      const texts = await Promise.all(
        [origin, cutOff].map(async (at) => (await fetch(`${at}/metrics`)).text()),
      );
      return texts.join('\n');
    };
    await expect(tally.bus.call(work, { label: '', ms: 0, held: false, end: 'declared' })).rejects.toThrow();
    await tally.bus.call(work, { label: '', ms: 0, held: false, end: 'answer' });
    await tally.bus.call(count, { label: 'measured', rollBack: false });
    const count1 = String.raw`_count\{service="tally",subject="rpc\.tally\.work",outcome=`;
    const text = await scrape();
    expect(text).toMatch(new RegExp(`likewell_rpc_served_seconds${count1}"ok"\\} [1-9]`));
    expect(text).toMatch(new RegExp(`likewell_rpc_served_seconds${count1}"TALLY_FULL"\\} 1`));
    expect(text).toContain('process_resident_memory_bytes');
    await eventually(async () => {
      expect(await scrape()).toMatch(/events_handled_total\{[^}]*event\.tally\.counted",outcome="handled"/);
      expect(await scrape()).toMatch(/likewell_outbox_published_total\{[^}]*\} [1-9]/);
    });
  });

  it('that an alert waits for stand at 0 before anything happened', async () => {
    const text = await (await fetch(`${origin}/metrics`)).text();
    for (const [name, labels] of [
      ['rpc_late_total', `subject="${work.subject}"`],
      ['rpc_actor_rejected_total', `subject="${work.subject}"`],
      ['rpc_stray_total', `subject="${work.subject}"`],
      ['events_recovered_total', `subject="${counted.subject}"`],
      ['events_handled_total', `subject="${counted.subject}",outcome="failed"`],
    ])
      expect(text).toMatch(new RegExp(`^likewell_${name}\\{${labels},service="tally"\\} 0$`, 'm'));
  });

  it('are all there is: any other path is 404', async () => {
    expect((await fetch(`${origin}/`)).status).toBe(404);
    expect((await fetch(`${origin}/health/ready/../../etc`)).status).toBe(404);
  });
});
