import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { makeCertificates, type TestCertificates } from '@likewell/testing/test-certificates';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { Empty } from '@nats-io/transport-node';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectNats, type Nats } from '../src/rpc/connect-nats.js';
import type { Logger } from '../src/telemetry/logger.js';
import { Metrics } from '../src/telemetry/metrics.js';
import { watchConnections } from '../src/telemetry/watch-connections.js';

const NAME = 'localhost';
/** Longer than the library's pause between two attempts over TLS. */
const SEVERAL_TRIES_MS = 4000;
const LOOKS = 10;

let ours: TestCertificates;
let strangers: TestCertificates;
let folder: string;
let caFile: string;
let server: OwnServer;
let url: string;
let lines: string[];
/** Errors of the lines. */
let reasons: string[];
let connections: Nats[];

const logger = {
  info: (line: string) => lines.push(line),
  warn: (fields: unknown, line: string) => {
    lines.push(line);
    if (typeof fields === 'object') reasons.push(String((fields as { err: unknown }).err));
  },
} as unknown as Logger;

beforeAll(async () => {
  // Two certificates for the same name, and one for another.
  [ours, strangers] = await Promise.all([
    makeCertificates([NAME], [NAME], ['elsewhere.example']),
    makeCertificates([NAME]),
  ]);
});

beforeEach(async () => {
  [lines, reasons, connections] = [[], [], []];
  folder = mkdtempSync(join(tmpdir(), 'likewell-tls-'));
  caFile = join(folder, 'ca.crt');
  writeFileSync(caFile, ours.authority);
  present(ours.servers[0]);
  server = await startNats((data) =>
    Promise.resolve(
      [
        `tls { cert_file: "${folder}/tls.crt", key_file: "${folder}/tls.key" }`,
        `pid_file: "${folder}/pid"`,
        `log_file: "${folder}/log"`,
        'debug: true',
        `jetstream { store_dir: "${data}" }\n`,
      ].join('\n'),
    ),
  );
  url = `tls://${NAME}:${server.port}`;
});
afterEach(async () => {
  await Promise.all(connections.map(({ connection }) => connection.close()));
  await server.remove();
  rmSync(folder, { recursive: true });
});

/** Sets the certificate that the server presents after its next start. */
function present(shown: TestCertificates['servers'][number] | undefined): void {
  writeFileSync(join(folder, 'tls.crt'), shown?.certificate ?? '');
  writeFileSync(join(folder, 'tls.key'), shown?.key ?? '');
}

async function open(ca: string | undefined, to = url): Promise<Nats> {
  const nats = await connectNats(to, 'test', logger, { ca });
  connections.push(nats);
  return nats;
}

async function expectToWork({ connection }: Nats): Promise<void> {
  const subscription = connection.subscribe('hello', {
    callback: (_, message) => void message.respond(Empty),
  });
  await connection.request('hello', Empty, { timeout: 5000 });
  subscription.unsubscribe();
}

/** Returns when a certificate ends, in seconds of Unix time. */
const endOf = (shown: TestCertificates['servers'][number] | undefined) =>
  Date.parse(new X509Certificate(shown?.certificate ?? '').validTo) / 1000;

const restartWith = async (shown: TestCertificates['servers'][number] | undefined) => {
  present(shown);
  await server.kill();
  await server.restart();
};

describe('NATS over TLS', () => {
  it('is trusted by the authority that is named, as a text or as a file', async () => {
    for (const ca of [ours.authority, caFile]) {
      const nats = await open(ca);
      expect(nats.connection.info?.tls_required).toBe(true);
      await expectToWork(nats);
    }
  });

  it.each<[string, () => string | undefined]>([
    ['another authority', () => strangers.authority],
    ['the authorities that Node knows', () => undefined],
  ])('is not trusted by %s', async (_, ca) => {
    await expect(open(ca())).rejects.toThrow(
      new RegExp(`^NATS at ${url} cannot be trusted: .*(certificate|issuer)`),
    );
  });

  it('is not trusted under a name that the certificate does not have', async () => {
    await restartWith(ours.servers[2]);
    await expect(open(ours.authority)).rejects.toThrow(/cannot be trusted: .*elsewhere\.example/);
  });

  it('is not entered by who asks for none and knows no authority', async () => {
    await expect(open(undefined, `nats://${NAME}:${server.port}`)).rejects.toThrow(/cannot be trusted/);
  });

  it('is not given up for a server without it', async () => {
    const plain = await startNats();
    await expect(open(ours.authority, `tls://${NAME}:${plain.port}`)).rejects.toThrow(
      `NATS at tls://${NAME}:${plain.port} cannot be trusted: server does not support 'tls'`,
    );
    await plain.remove();
  });

  it('comes back with another certificate of the authority, also of one that took the place of the first', async () => {
    const nats = await open(caFile);
    const untilBack = (times: number) =>
      eventually(() =>
        expect(lines.filter((line) => line === 'nats connection is back')).toHaveLength(times),
      );
    await restartWith(ours.servers[1]);
    await untilBack(1);
    await expectToWork(nats);

    writeFileSync(caFile, ours.authority + strangers.authority);
    await restartWith(strangers.servers[0]);
    await untilBack(2);
    await expectToWork(nats);
  });

  it('does not come back with a certificate of a stranger', async () => {
    const nats = await open(ours.authority);
    await restartWith(strangers.servers[0]);
    await eventually(() => expect(nats.isConnected()).toBe(false));
    await new Promise((resolve) => setTimeout(resolve, SEVERAL_TRIES_MS));
    expect([nats.isConnected(), nats.connection.isClosed()]).toEqual([false, false]);
    await restartWith(ours.servers[0]);
    await eventually(() => expect(nats.isConnected()).toBe(true));
    await expectToWork(nats);
  });

  it('says why it does not come back, once', async () => {
    const nats = await open(ours.authority);
    await restartWith(ours.expired[0]);
    await eventually(() => expect(reasons.at(-1)).toMatch(/certificate cannot be trusted: CERT_HAS_EXPIRED/));
    await new Promise((resolve) => setTimeout(resolve, SEVERAL_TRIES_MS));
    expect(reasons.filter((reason) => reason.includes('EXPIRED'))).toHaveLength(1);
    expect(nats.isConnected()).toBe(false);
  });

  it('shows when the certificate ends that a new connection would meet, though its own stands', async () => {
    const metrics = new Metrics('test');
    const nats = await open(ours.authority);
    watchConnections(metrics, { nats });
    const end = async () => {
      const text = await metrics.registry.metrics();
      return Number(/^likewell_certificate_ends_timestamp_seconds{server="nats",.*} (\d+)$/m.exec(text)?.[1]);
    };
    await eventually(async () => expect(await end()).toBe(endOf(ours.servers[0])));

    present(ours.expired[0]);
    process.kill(Number(readFileSync(join(folder, 'pid'), 'utf8')), 'SIGHUP');
    await eventually(() => expect(nats.certificate?.look()).rejects.toThrow(/CERT_HAS_EXPIRED/));
    expect(await end()).toBe(endOf(ours.expired[0]));
    await expectToWork(nats);
  });

  it('sees the handshake of each look at its certificate finished, and logs none as failed', async () => {
    const { certificate } = await open(ours.authority);
    for (let looks = 0; looks < LOOKS; looks += 1) await certificate?.look();
    const finished = () => readFileSync(join(folder, 'log'), 'utf8').match(/TLS handshake complete/g) ?? [];
    // One is the connection's.
    await eventually(() => expect(finished().length).toBeGreaterThan(LOOKS));
  });

  it('is waited for while the server is not there, and that is said once', async () => {
    await server.kill();
    const waiting = open(ours.authority);
    await eventually(() => expect(lines).toEqual(['nats is not there yet']));
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(lines).toEqual(['nats is not there yet']);
    await server.restart();
    await expectToWork(await waiting);
  });
});

it('a NATS that knows a process no more is asked again, and why it refuses is said', async () => {
  let file = '';
  const allow = (password: string) => `authorization { user: me, password: ${password} }\n`;
  const strict = await startNats((data) => {
    file = join(data, 'nats.conf');
    return Promise.resolve(allow('pw'));
  });
  const nats = await open(undefined, `nats://me:pw@127.0.0.1:${strict.port}`);
  writeFileSync(file, allow('other'));
  await strict.kill();
  await strict.restart();
  await eventually(() => expect(reasons.join()).toMatch(/authorization violation/i));
  expect(nats.isConnected()).toBe(false);
  await Promise.all(connections.splice(0).map(({ connection }) => connection.close()));
  await strict.remove();
});

it('a NATS that is too busy to look at who comes is waited for', async () => {
  const busy = await startNats(() =>
    Promise.resolve('authorization { user: me, password: pw, timeout: 0.5 }\n'),
  );
  // The server treats a login that it reads too late like one that arrives too late.
  let isLate = true;
  const sockets = new Set<Socket>();
  const way = createServer((socket) => {
    const onward = connect(busy.port, '127.0.0.1');
    for (const each of [socket, onward]) sockets.add(each.on('error', () => undefined));
    onward.pipe(socket);
    if (!isLate) socket.pipe(onward);
  });
  const port = await freePort();
  way.listen(port, '127.0.0.1');
  await once(way, 'listening');
  const waiting = open(undefined, `nats://me:pw@127.0.0.1:${port}`);
  await eventually(() => expect(lines).toEqual(['nats is not there yet']));
  isLate = false;
  await expectToWork(await waiting);
  await Promise.all(connections.splice(0).map(({ connection }) => connection.close()));
  for (const socket of sockets) socket.destroy();
  way.close();
  await busy.remove();
});
