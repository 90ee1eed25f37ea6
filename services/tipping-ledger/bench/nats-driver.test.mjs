// @ts-check
import { createTip } from '@likewell/contracts/tipping-ledger/rpc';
import { connectNats } from '@likewell/service-kit/rpc/connect-nats';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { makeBusUsers } from '@likewell/testing/bus-users';
import { makeNkeyPair } from '@likewell/testing/nkey-pair';
import { startNats } from '@likewell/testing/test-servers';
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { driveNats } from './nats-driver.mjs';

test('its tips are answered where the ledger may reply to the gateway, and nowhere else', async () => {
  const users = makeBusUsers();
  const server = await startNats(async (folder) => {
    await users.writeTo(folder);
    const conf = join(folder, 'users.conf');
    // Callers of the version before wait there, for one release (ADR 0177).
    await writeFile(conf, (await readFile(conf, 'utf8')).replaceAll('"_INBOX_gateway.*.*"', ''));
    return 'authorization { timeout: 10, include "users.conf" }\n';
  });
  const ledger = await connectNats(server.url, 'tipping-ledger', createLogger('test', 'silent'), {
    seed: users.seedOf('tipping-ledger'),
  });
  ledger.connection.subscribe(createTip.subject, {
    queue: 'tipping-ledger',
    callback: (_, message) => void message.respond('{"data":{}}'),
  });
  await ledger.connection.flush();
  try {
    const identity = { seed: users.seedOf('gateway'), actorSeed: makeNkeyPair().seed };
    const load = { payer: () => 1000, post: () => 1 };
    const { settled, rejected } = await driveNats(server.url, load, { seconds: 0.1, inFlight: 2, identity });
    assert.ok(settled > 0);
    assert.equal(rejected, 0);
  } finally {
    await ledger.connection.close();
    await server.remove();
  }
});
