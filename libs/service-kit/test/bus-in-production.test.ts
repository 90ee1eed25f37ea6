import { STREAMS } from '@likewell/contracts/core/bus-names';
import { BUS_KEEPER } from '@likewell/contracts/bus/permissions';
import { makeBusUsers } from '@likewell/testing/bus-users';
import { eventually } from '@likewell/testing/eventually';
import { freePort } from '@likewell/testing/spawn-server';
import { makeCertificates, type TestCertificates } from '@likewell/testing/test-certificates';
import { startNats, type OwnServer } from '@likewell/testing/test-servers';
import { readFileSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { RETENTION_MS, STREAM_MAX_BYTES } from '../src/config/event-defaults.js';
import { saveStream } from '../src/events/event-stream.js';
import { connectNats } from '../src/rpc/connect-nats.js';
import { createLogger } from '../src/telemetry/logger.js';

const CONF = readFileSync(
  join(import.meta.dirname, '../../../k8s/overlays/production/servers/nats/nats.conf'),
  'utf8',
);
const logger = createLogger('test', 'silent');
const users = makeBusUsers();

let ports: number[];
let monitors: number[];
let ours: TestCertificates;
let strangers: TestCertificates;
const servers: OwnServer[] = [];

beforeAll(async () => {
  ports = await Promise.all([freePort(), freePort(), freePort()]);
  monitors = await Promise.all([freePort(), freePort(), freePort()]);
  [ours, strangers] = await Promise.all([makeCertificates(['localhost']), makeCertificates(['localhost'])]);
});
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.remove()));
});

/** Starts a server with the production configuration, in which only paths and addresses are changed. */
function startServer(place: number, { authority, servers: [shown] }: TestCertificates): Promise<OwnServer> {
  const routes = ports.map((port) => `nats://cluster:pw@localhost:${port}`);
  return startNats(async (folder) => {
    await users.writeTo(folder);
    await mkdir(join(folder, 'tls'));
    const files = {
      'tls/ca.crt': authority,
      'tls/tls.crt': shown?.certificate ?? '',
      'tls/tls.key': shown?.key ?? '',
    };
    for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
    return CONF.replaceAll('/etc/nats', folder)
      .replace('store_dir: /data', `store_dir: ${folder}/data`)
      .replace('$POD', `nats-${place}`)
      .replace('$NATS_CLUSTER_PASSWORD', 'pw')
      .replace('http_port: 8222', `http_port: ${monitors[place]}`)
      .replace('port: 6222', `port: ${ports[place]}`)
      .replace('[$ROUTE_0, $ROUTE_1, $ROUTE_2]', JSON.stringify(routes));
  });
}

/** Number of other servers that a server is connected to. */
async function peersOf(place: number): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${monitors[place]}/routez`);
  const { routes } = (await response.json()) as { routes: { remote_id: string }[] };
  return new Set(routes.map(({ remote_id: id }) => id)).size;
}

it('three servers of the bus know each other by their certificates, and keep a stream together', async () => {
  servers.push(...(await Promise.all([0, 1, 2].map((place) => startServer(place, ours)))));
  for (const place of [0, 1, 2]) await eventually(async () => expect(await peersOf(place)).toBe(2), 30_000);
  const seed = users.seedOf(BUS_KEEPER);
  const url = `tls://localhost:${servers[1]?.port}`;
  const { connection } = await connectNats(url, BUS_KEEPER, logger, { seed, ca: ours.authority });
  const { config } = await eventually(
    () =>
      saveStream(connection, 'event', { replicas: 3, maxBytes: STREAM_MAX_BYTES, retentionMs: RETENTION_MS }),
    60_000,
  );
  expect(config).toMatchObject({ name: STREAMS.event, num_replicas: 3 });
  await connection.close();
});

it('a server with a certificate of another authority is no server of the bus', async () => {
  servers.push(await startServer(0, ours), await startServer(1, strangers));
  await new Promise((resolve) => setTimeout(resolve, 5000));
  expect(await Promise.all([peersOf(0), peersOf(1)])).toEqual([0, 0]);
});
