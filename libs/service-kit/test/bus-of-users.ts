import { EVENTS } from '@likewell/contracts/bus/access';
import { BUS_KEEPER } from '@likewell/contracts/bus/permissions';
import { PROCESSES, type ProcessName } from '@likewell/contracts/core/processes';
import { makeBusUsers } from '@likewell/testing/bus-users';
import { eventually } from '@likewell/testing/eventually';
import { startNats } from '@likewell/testing/test-servers';
import { errors, type NatsConnection, type Subscription } from '@nats-io/transport-node';
import { RETENTION_MS, STREAM_MAX_BYTES } from '../src/config/event-defaults.js';
import { BusKeeper } from '../src/events/bus-keeper.js';
import { ensureStream } from '../src/events/event-stream.js';
import { connectNats, type Nats } from '../src/rpc/connect-nats.js';
import { createLogger } from '../src/telemetry/logger.js';

const logger = createLogger('test', 'silent');
const options = { replicas: 1, maxBytes: STREAM_MAX_BYTES, retentionMs: RETENTION_MS };

/** A NATS with the users of every stack, its streams and consumers, and a connection of each process. */
export interface BusOfUsers {
  readonly url: string;
  readonly buses: Readonly<Record<ProcessName, Nats>>;
  stop(): Promise<void>;
}

export async function startBusOfUsers(): Promise<BusOfUsers> {
  const users = makeBusUsers();
  const server = await startNats(async (folder) => {
    await users.writeTo(folder);
    return `authorization { timeout: 10, include "users.conf" }\njetstream { store_dir: ${JSON.stringify(folder)} }\n`;
  });
  const connected = PROCESSES.map(
    async (name) =>
      [name, await connectNats(server.url, name, logger, { seed: users.seedOf(name) })] as const,
  );
  const buses = Object.fromEntries(await Promise.all(connected)) as Record<ProcessName, Nats>;
  const keeper = new BusKeeper(EVENTS, buses[BUS_KEEPER], options, logger);
  keeper.start();
  for (const kind of ['event', 'total'] as const)
    await eventually(() => ensureStream(buses.posts.connection, kind, options));
  return {
    url: server.url,
    buses,
    stop: async () => {
      await keeper.stop();
      await Promise.all(Object.values(buses).map(({ connection }) => connection.close()));
      await server.remove();
    },
  };
}

/** Returns what NATS forbids a connection during `work`; its subscriptions end afterwards. */
export async function forbiddenTo(connection: NatsConnection, work: () => Subscription[]): Promise<string[]> {
  const forbidden: string[] = [];
  const watched = connection.status() as ReturnType<NatsConnection['status']> & { stop(): void };
  const watching = (async () => {
    for await (const { type, ...status } of watched)
      if (type === 'error' && 'error' in status && status.error instanceof errors.PermissionViolationError)
        forbidden.push(status.error.subject);
  })();
  const subscriptions = work();
  await connection.flush();
  for (const subscription of subscriptions) subscription.unsubscribe();
  watched.stop();
  await watching;
  return forbidden.sort();
}
