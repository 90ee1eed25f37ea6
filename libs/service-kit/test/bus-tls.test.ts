import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { makeCertificates, type TestCertificates } from '@likewell/testing/test-certificates';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { Empty } from '@nats-io/transport-node';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectNats, type Nats } from '../src/rpc/connect-nats.js';
import type { Logger } from '../src/telemetry/logger.js';

const NAME = 'localhost';
/** Longer than the library's pause between two attempts over TLS. */
const SEVERAL_TRIES_MS = 4000;

let ours: TestCertificates;
let strangers: TestCertificates;
let folder: string;
let caFile: string;
let server: OwnServer;
let url: string;
let lines: string[];
let connections: Nats[];

const logger = {
  info: (line: string) => lines.push(line),
  warn: (_: unknown, line: string) => lines.push(line),
} as unknown as Logger;

beforeAll(async () => {
  // Two certificates for the same name, and one for another.
  [ours, strangers] = await Promise.all([
    makeCertificates([NAME], [NAME], ['elsewhere.example']),
    makeCertificates([NAME]),
  ]);
});

beforeEach(async () => {
  [lines, connections] = [[], []];
  folder = mkdtempSync(join(tmpdir(), 'likewell-tls-'));
  caFile = join(folder, 'ca.crt');
  writeFileSync(caFile, ours.authority);
  present(ours.servers[0]);
  server = await startNats((data) =>
    Promise.resolve(
      `tls { cert_file: "${folder}/tls.crt", key_file: "${folder}/tls.key" }\njetstream { store_dir: "${data}" }\n`,
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
