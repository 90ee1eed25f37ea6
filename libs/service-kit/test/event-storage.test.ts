import { STREAMS } from '@likewell/contracts/core/bus-names';
import { EVENT_KINDS } from '@likewell/contracts/core/define-event';
import { eventually } from '@likewell/testing/eventually';
import { startService, type ServiceUnderTest } from '@likewell/testing/start-service';
import { startNats } from '@likewell/testing/test-servers';
import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { STREAM_MAX_BYTES } from '../src/config/event-defaults.js';
import { Database } from '../src/database/database.js';
import { openDatabase } from '../src/database/open-database.js';
import { saveStream } from '../src/events/event-stream.js';
import { recordEvent } from '../src/events/outbox.js';
import { createLogger } from '../src/telemetry/logger.js';
import { counted, tallySchema, summed, tallyService } from './tally.js';

const LAUNCHER = pathToFileURL(join(import.meta.dirname, '../../stack/servers/nats.mjs')).href;

let tally: ServiceUnderTest;
let database: Database;
let manager: JetStreamManager;

beforeAll(async () => {
  // Uses the default limits of a service's configuration.
  tally = await startService(tallyService, tallySchema, {}, () => startNats(launchersConf));
  const options = { url: tally.schema.url, poolSize: 1, applicationName: 'test' };
  database = new Database(await openDatabase(options, createLogger('test', 'silent')));
  manager = await jetstreamManager(tally.bus.nats.connection);
});
afterAll(async () => {
  await database.dataSource.destroy();
  await tally.stop();
});

/** Returns the configuration that `make up` gives to NATS. */
async function launchersConf(folder: string): Promise<string> {
  const script = `import { natsConf } from '${LAUNCHER}'; console.log(natsConf(4222, ${JSON.stringify(folder)}))`;
  const node = promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
  return (await node).stdout;
}

it('facts and totals have room beside each other in what the launcher lets NATS store', async () => {
  await database.transaction(async (tx) => {
    await recordEvent(tx, counted, { label: 'a fact' });
    await recordEvent(tx, summed, { label: 'a total' });
  });
  await eventually(async () => {
    const { rows } = await tally.schema.owner.query('SELECT label FROM effect ORDER BY label');
    expect(rows).toEqual([{ label: 'a fact' }, { label: 'a total' }]);
  });

  for (const kind of EVENT_KINDS) {
    const { config } = await manager.streams.info(STREAMS[kind]);
    expect(config.max_bytes).toBe(STREAM_MAX_BYTES[kind]);
  }
  const onceMore = { name: 'MORE', subjects: ['more'], max_bytes: STREAM_MAX_BYTES.event };
  await expect(manager.streams.add(onceMore)).rejects.toThrow('insufficient storage');
});

it('a stream may keep events for less time than it usually recognises duplicates', async () => {
  const options = { replicas: 1, maxBytes: STREAM_MAX_BYTES, retentionMs: 100_000 };
  const { config } = await saveStream(tally.bus.nats.connection, 'total', options);
  expect(config).toMatchObject({ max_age: nanos(30_000), duplicate_window: nanos(30_000) });
});

it('a stream keeps events for whole milliseconds, whatever the hours of the outboxes', async () => {
  const options = { replicas: 1, maxBytes: STREAM_MAX_BYTES, retentionMs: 2.3 * 3_600_000 };
  const { config } = await saveStream(tally.bus.nats.connection, 'total', options);
  expect(config.max_age).toBe(nanos(2_484_000));
});
