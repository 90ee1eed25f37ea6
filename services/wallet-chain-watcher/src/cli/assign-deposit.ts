import { readConfig } from '@likewell/service-kit/config/config';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { operatorRules } from '@likewell/service-kit/process/operator-arguments';
import { runTask } from '@likewell/service-kit/process/run-task';
import { connectNats } from '@likewell/service-kit/rpc/connect-nats';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { watcherConfig } from '../config.js';
import { assignDeposit } from './assign-deposit-command.js';

const CONNECTS_WITHIN_MS = 5000;

await runTask('watcher-assign-deposit', async (database, given) => {
  const { NATS_URL, NATS_SEED: seed, NATS_CA: ca, ...config } = readConfig(watcherConfig, process.env);
  const logger = createLogger('watcher-assign-deposit', 'warn');
  // By the service's own name, for which its permissions on the bus are made.
  const signal = AbortSignal.timeout(CONNECTS_WITHIN_MS);
  const nats = await connectNats(NATS_URL, 'wallet-chain-watcher', logger, { seed, ca }, signal).catch(
    (cause: unknown) => {
      if (!signal.aborted) throw cause;
      throw new UserFacingError(
        'NATS, by which members are looked up, does not respond. Try again once it does.',
        { cause },
      );
    },
  );
  try {
    const rpc = new RpcClient(nats, config.TIMEOUTS.callFactor);
    return await assignDeposit({ database, rpc, rules: operatorRules(config.ENVIRONMENT) }, given);
  } finally {
    await nats.connection.close();
  }
});
