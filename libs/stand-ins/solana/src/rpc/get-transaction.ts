import { z } from 'zod';
import { parseTransaction } from '../chain/parse-transaction.js';
import { encodeMeta, encodeTransaction } from './encode-transaction.js';
import type { Method } from './method.js';
import { maybe, moment, read, signature } from './params.js';
import { RpcError } from './rpc-error.js';
import { belowConfirmed } from './signature-methods.js';

const encoding = z.enum(['json', 'jsonParsed', 'base58', 'base64']);
const config = moment.extend({
  encoding: encoding.nullish(),
  maxSupportedTransactionVersion: z.number().int().min(0).max(255).nullish(),
});

/** Returns one chain transaction, once it has reached the level. */
export const getTransaction: Method = (view, params) => {
  const [text, given] = read(z.tuple([signature, maybe(z.union([encoding, config]))]), params);
  const wanted = typeof given === 'string' ? { encoding: given } : (given ?? {});
  const { commitment = 'finalized', maxSupportedTransactionVersion } = config.parse(wanted);
  if (commitment === 'processed') throw belowConfirmed();
  view.slotFor({ ...wanted, commitment });
  const entry = view.find(text, commitment);
  if (!entry) return null;
  const record = view.chain.read(entry);
  const transaction = parseTransaction(Buffer.from(record.raw, 'base64'));
  const { version } = transaction;
  const knowsVersions = typeof maxSupportedTransactionVersion === 'number';
  if (version !== 'legacy' && version > (maxSupportedTransactionVersion ?? -1))
    throw new RpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    );
  const as = wanted.encoding ?? 'json';
  return {
    slot: record.slot,
    blockTime: record.blockTime,
    ...(knowsVersions && { version }),
    meta: encodeMeta(record, as),
    transaction: encodeTransaction(record, transaction, as),
  };
};
