import { eventually } from '@likewell/testing/eventually';
import { HttpClient } from '@likewell/testing/http-client';
import { NodeProcess } from '@likewell/testing/node-process';
import { freePort } from '@likewell/testing/spawn-server';
import { startStack, type TestStack } from '@likewell/testing/start-stack';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, get, type IncomingMessage } from 'node:http';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const WORKERS = 2;
const ROUNDS = 10;
const MAX_STOPS = 5;
/** As long as any process of ours may take to start. */
const START_TIMEOUT_MS = 90_000;

let stack: TestStack;
let visitor: HttpClient;

beforeAll(async () => {
  stack = await startStack({ GATEWAY_WORKERS: String(WORKERS), MAX_TIPS_IN_FLIGHT: '101' });
  visitor = new HttpClient(stack.url);
});
afterAll(() => stack.stop());

/** Sends a request on a connection of its own. */
const ask = () => visitor.call('GET', '/api/auth/me', undefined, { connection: 'close' });

describe('a gateway of two workers', () => {
  it('serves by both, and tells what they have done and may do together as that of one', async () => {
    const used = await cpuOf(await stack.gateway.children());
    // So many that each worker needs several ticks on a fast machine, too.
    for (let round = 0; round < ROUNDS; round += 1) await Promise.all(Array.from({ length: 60 }, ask));
    const usedThen = await cpuOf(await stack.gateway.children());
    expect(usedThen.filter((ticks, index) => ticks > (used[index] ?? 0))).toHaveLength(WORKERS);

    const { gateway } = stack;
    expect(await gateway.metric('likewell_http_served_seconds_count', 'GET /api/auth/me', '401')).toBe(
      ROUNDS * 60,
    );
    expect(await gateway.metric('likewell_connected', 'nats')).toBe(1);
    // Each worker may have 50 of the 101.
    expect(await gateway.metric('likewell_http_places', 'tips')).toBe(100);
  });

  it('goes on by one while the other is gone, and has two again', async () => {
    const before = await stack.gateway.children();
    process.kill(before[0] ?? 0, 'SIGKILL');
    await eventually(async () => expect(await stack.gateway.children()).not.toContain(before[0]));
    await eventually(async () => {
      expect(await stack.gateway.isLive()).toBe(true);
      expect(await stack.gateway.readiness()).toEqual({ workers: true });
    });
    for (let count = 0; count < 10; count += 1) expect(await ask()).toMatchObject({ status: 401 });
    await eventually(async () => {
      expect(await stack.gateway.children()).toHaveLength(WORKERS);
      expect(await stack.gateway.metric('likewell_http_places', 'tips')).toBe(100);
    }, START_TIMEOUT_MS);
  });

  it('is not live while one of them hangs', async () => {
    const [hanging = 0] = await stack.gateway.children();
    process.kill(hanging, 'SIGSTOP');
    try {
      for (let times = 0; times < 3; times += 1) expect(await stack.gateway.isLive()).toBe(false);
    } finally {
      process.kill(hanging, 'SIGCONT');
    }
    await eventually(async () => expect(await stack.gateway.isLive()).toBe(true));
  });

  it('takes a signal that all processes of a terminal get once, and finishes what is under way', async () => {
    const children = await stack.gateway.children();
    // A worker ignores a signal that is sent only to it.
    for (const pid of children) process.kill(pid, 'SIGTERM');
    const form = (name: string) => ({
      username: name,
      email: `${name}@example.org`,
      password: 'correct horse battery',
      ref: null,
    });
    // Both are under way until auth goes on.
    stack.services.auth.signal('SIGSTOP');
    const joining = Array.from({ length: 2 }, (_, index) =>
      visitor.call('POST', '/api/auth/register', form(`late_${index}`), { connection: 'close' }),
    );
    await eventually(async () => {
      expect(await stack.gateway.metric('likewell_http_in_flight', 'kind="all"')).toBe(2);
    });
    const stopped = stack.gateway.stop();
    for (const pid of children) process.kill(pid, 'SIGTERM');
    stack.services.auth.signal('SIGCONT');
    const joined = await Promise.all(joining);
    await stopped;
    expect(joined.filter(({ status }) => status !== 200)).toEqual([]);
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
  });
});

const prepare = (port: number, variables: Record<string, string> = {}) =>
  NodeProcess.prepare(join(import.meta.dirname, '..'), {
    ...{ NATS_URL: stack.nats.url, REDIS_URL: stack.redis.url, HOST: '127.0.0.1', LIMITS: 'load' },
    ...{ GATEWAY_WORKERS: String(WORKERS), PORT: String(port), ...variables },
  });

it('a gateway that is told to stop does not wait for a worker that has only begun', async () => {
  const gateway = await prepare(await freePort(), { LOG_LEVEL: 'info' });
  /** Number of workers that have been ready since the start. */
  const haveBeenReady = () => gateway.log.match(/^(?!.*"workers":).*"msg":"ready"/gm)?.length;
  let hadOnlyBegun = false;
  // On a busy machine the replacement may be ready before the gateway has the signal.
  for (let times = 0; times < MAX_STOPS && !hadOnlyBegun; times += 1) {
    await gateway.start();
    const [killed = 0] = await gateway.children();
    process.kill(killed, 'SIGKILL');
    const children = await eventually(async () => {
      const pids = await gateway.children();
      expect(pids).not.toContain(killed);
      expect(pids).toHaveLength(WORKERS);
      return pids;
    });
    await gateway.stop();
    for (const pid of children) expect(() => process.kill(pid, 0)).toThrow('ESRCH');
    hadOnlyBegun = haveBeenReady() === WORKERS;
  }
  expect(hadOnlyBegun).toBe(true);
});

it('a gateway that stops serves on for a while, and each response ends its connection', async () => {
  const port = await freePort();
  const gateway = await prepare(port, { GATEWAY_WORKERS: '1', STOP_DELAY_MS: '30000' });
  await gateway.start();
  const agents = Array.from({ length: 4 }, () => new Agent({ keepAlive: true, maxSockets: 1 }));
  const askAll = () => Promise.all(agents.map((agent) => askOver(agent, port)));
  try {
    const kept = { status: 401, connection: 'keep-alive', isReused: false };
    expect(await askAll()).toEqual(agents.map(() => kept));
    gateway.signal('SIGTERM');
    await eventually(async () => expect(await gateway.readiness()).toMatchObject({ draining: false }));
    // Those that were idle, as nginx leaves them, and then new ones.
    expect(await askAll()).toEqual(agents.map(() => ({ ...kept, connection: 'close', isReused: true })));
    expect(await askAll()).toEqual(agents.map(() => ({ ...kept, connection: 'close' })));
  } finally {
    for (const agent of agents) agent.destroy();
    await gateway.stop('SIGKILL');
  }
});

async function askOver(agent: Agent, port: number) {
  const asked = get({ agent, port, host: '127.0.0.1', path: '/api/auth/me' });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  await once(response.resume(), 'close');
  return {
    status: response.statusCode,
    connection: response.headers.connection,
    isReused: asked.reusedSocket,
  };
}

it('a gateway whose workers cannot be replaced ends', async () => {
  const secrets = await mkdtemp(join(tmpdir(), 'likewell-workers-'));
  const gateway = await prepare(await freePort(), { SECRETS_DIR: secrets });
  try {
    await gateway.start();
    await writeFile(join(secrets, 'SESSION_CACHE_SECRET'), 'too short');
    process.kill((await gateway.children())[0] ?? 0, 'SIGKILL');
    expect(await gateway.ended()).toBe(1);
    expect(gateway.log).toContain('a worker ended before it was ready');
  } finally {
    await gateway.stop('SIGKILL');
    await rm(secrets, { recursive: true });
  }
});

it('a gateway whose workers cannot start ends, and says why', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const gateway = await prepare((taken.address() as AddressInfo).port);
  try {
    await expect(gateway.start()).rejects.toThrow('EADDRINUSE');
  } finally {
    await gateway.stop('SIGKILL');
    taken.close();
  }
});

/** Returns the ticks of processor time that each process has used. */
async function cpuOf(pids: readonly number[]): Promise<number[]> {
  return Promise.all(
    pids.map(async (pid) => {
      const fields = (await readFile(`/proc/${pid}/stat`, 'utf8')).split(') ')[1]?.split(' ') ?? [];
      return Number(fields[11]) + Number(fields[12]);
    }),
  );
}
