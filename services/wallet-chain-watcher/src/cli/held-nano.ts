import { NANO_PER_BASE_UNIT } from '@likewell/contracts/core/money';
import { UserFacingError } from '@likewell/service-kit/process/cli-arguments';
import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { Metrics } from '@likewell/service-kit/telemetry/metrics';
import type { WatcherConfig } from '../config.js';
import { Chain } from '../solana/chain.js';
import { RpcFailure } from '../solana/rpc-failure.js';

const NAME = 'watcher-cold-storage';

/**
 * Returns what these accounts, each with its owner, hold together by what all nodes say.
 * @throws UserFacingError when a node does not answer or another one says otherwise
 */
export async function heldNano(
  accounts: ReadonlyMap<string, string>,
  config: WatcherConfig,
): Promise<bigint> {
  const chain = new Chain(config, createLogger(NAME, 'warn'), new Metrics(NAME));
  try {
    const [held = 0n, ...others] = await chain
      .allOf((endpoint) => chain.tokenBalances(endpoint, accounts, 0))
      .catch(sayWhoFails);
    if (others.some((other) => other !== held))
      throw new UserFacingError(
        `The nodes of Solana disagree about what is in ${[...accounts.keys()].join(', ')}. Try again in a minute.`,
      );
    return held * NANO_PER_BASE_UNIT;
  } finally {
    chain.onApplicationShutdown();
  }
}

/** @throws UserFacingError for a node that does not answer; any other error unchanged */
function sayWhoFails(error: unknown): never {
  if (!(error instanceof RpcFailure)) throw error;
  throw new UserFacingError(
    `A node of Solana does not answer (${error.kind}). Try again once all do. To declare a wallet in which all came from the receiving accounts, say opening=none.`,
  );
}
