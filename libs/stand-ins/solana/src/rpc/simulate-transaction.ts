import { z } from 'zod';
import type { Outcome } from '../chain/runtime.js';
import type { Method } from './method.js';
import { encodeAccount } from './encode-account.js';
import { address, listOf, maybe, moment, read } from './params.js';
import { readTransaction } from './read-transaction.js';
import { invalidParams } from './rpc-error.js';
import type { View } from './view.js';

const config = moment.extend({
  encoding: z.enum(['base58', 'base64']).nullish(),
  sigVerify: z.boolean().nullish(),
  replaceRecentBlockhash: z.boolean().nullish(),
  innerInstructions: z.boolean().nullish(),
  accounts: z
    .object({
      encoding: z.enum(['base64', 'base64+zstd', 'jsonParsed']).nullish(),
      addresses: listOf(address, 64),
    })
    .nullish(),
});
type Config = z.output<typeof config>;

const NOT_RUN: Outcome = { err: 'BlockhashNotFound', logs: [], inner: [], units: 0, returnData: null };

/** Returns what a transaction would do now. */
export const simulateTransaction: Method = (view, params) => {
  const [text, given] = read(z.tuple([z.string(), maybe(config)]), params);
  const wanted: Config = given ?? {};
  if (wanted.sigVerify && wanted.replaceRecentBlockhash)
    throw invalidParams('sigVerify may not be used with replaceRecentBlockhash');
  const transaction = readTransaction(text, wanted.encoding ?? 'base58');
  const slot = view.slotFor(wanted);
  const { blockhashes, clock } = view.chain;
  const isKnown = blockhashes.slotOf(transaction.message.recentBlockhash, clock.now()) !== undefined;
  const simulated = view.chain.simulate(transaction, wanted.sigVerify ?? false);
  const outcome = isKnown || wanted.replaceRecentBlockhash ? simulated.outcome : NOT_RUN;
  const replacement = {
    blockhash: blockhashes.of(slot),
    lastValidBlockHeight: slot + blockhashes.validSlots,
  };
  return view.withContext(slot, {
    err: outcome.err,
    logs: outcome.logs,
    accounts: outcome.err ? null : accountsAfter(view, slot, wanted, simulated.accounts),
    unitsConsumed: outcome.units,
    returnData: outcome.returnData,
    innerInstructions: wanted.innerInstructions ? outcome.inner : null,
    replacementBlockhash: wanted.replaceRecentBlockhash ? replacement : null,
  });
};

function accountsAfter(view: View, slot: number, { accounts }: Config, after: AfterAccounts) {
  if (!accounts) return null;
  const accountOf = (wanted: string) => after.get(wanted) ?? view.account(wanted, slot);
  const encoding = accounts.encoding ?? 'base64';
  return accounts.addresses.map((wanted) => encodeAccount(accountOf(wanted), { encoding }, accountOf));
}

type AfterAccounts = ReturnType<View['chain']['simulate']>['accounts'];
