import { z } from 'zod';
import type { ParsedTransaction } from '../chain/parse-transaction.js';
import type { Outcome } from '../chain/runtime.js';
import { sentenceOf, type TransactionError } from '../chain/transaction-error.js';
import type { Method } from './method.js';
import { maybe, read, slot } from './params.js';
import { readTransaction } from './read-transaction.js';
import { RpcError } from './rpc-error.js';
import type { View } from './view.js';

const config = z.looseObject({
  encoding: z.enum(['base58', 'base64']).nullish(),
  skipPreflight: z.boolean().nullish(),
  preflightCommitment: z.enum(['processed', 'confirmed', 'finalized']).nullish(),
  maxRetries: slot.nullish(),
  minContextSlot: slot.nullish(),
});

/**
 * Accepts a transaction. With a preflight, one that cannot land is rejected with the reason; without it the
 * signature is returned in any case, and one that cannot land never does.
 */
export const sendTransaction: Method = (view, params) => {
  const [text, wanted] = read(z.tuple([z.string(), maybe(config)]), params);
  const transaction = readTransaction(text, wanted?.encoding ?? 'base58');
  if (!wanted?.skipPreflight) preflight(view, transaction, wanted?.preflightCommitment ?? 'finalized');
  view.chain.run(transaction);
  return transaction.signature;
};

/** @throws RpcError -32002 or -32003 */
function preflight(
  view: View,
  transaction: ParsedTransaction,
  commitment: 'processed' | 'confirmed' | 'finalized',
) {
  const { chain } = view;
  const outcome = chain.simulate(transaction);
  if (outcome.err === 'SignatureFailure')
    throw new RpcError(-32003, 'Transaction signature verification failure');
  if (chain.history.get(transaction.signature)) throw rejection('AlreadyProcessed');
  // The bank of the requested level knows no younger hash, which is a common mistake on a real node too.
  const slotOfHash = chain.blockhashes.slotOf(transaction.message.recentBlockhash, chain.clock.now());
  if (slotOfHash === undefined || slotOfHash > view.slot(commitment)) throw rejection('BlockhashNotFound');
  if (outcome.err) throw rejection(outcome.err, outcome);
}

function rejection(err: TransactionError, outcome?: Outcome): RpcError {
  return new RpcError(-32002, `Transaction simulation failed: ${sentenceOf(err)}`, {
    accounts: null,
    err,
    innerInstructions: null,
    logs: outcome?.logs ?? [],
    replacementBlockhash: null,
    returnData: outcome?.returnData ?? null,
    unitsConsumed: outcome?.units ?? 0,
  });
}
