import { z } from 'zod';
import type { HistoryEntry } from '../chain/history.js';
import { DEPTH } from '../chain/commitment.js';
import type { Method } from './method.js';
import { address, listOf, maybe, moment, read, signature } from './params.js';
import { invalidParams, RpcError } from './rpc-error.js';
import type { View } from './view.js';

const MAX_PAGE = 1000;
const MAX_STATUSES = 256;

const page = moment.extend({
  before: signature.nullish(),
  until: signature.nullish(),
  limit: z.number().int().nullish(),
});

/**
 * Lists signatures, newest first. As on a real node an unknown `before` returns nothing, and an unknown
 * `until` is ignored, so that the page begins with the newest and may reach the oldest.
 */
const getSignaturesForAddress: Method = (view, params) => {
  const [target, config] = read(z.tuple([address, maybe(page)]), params);
  const commitment = config?.commitment ?? 'finalized';
  if (commitment === 'processed') throw belowConfirmed();
  view.slotFor(config);
  const limit = config?.limit ?? MAX_PAGE;
  if (limit < 1 || limit > MAX_PAGE) throw invalidParams(`Invalid limit; max ${MAX_PAGE}`);
  const cursor = (text: string | null | undefined) =>
    text && !view.faults.forgetCursors ? view.find(text, commitment) : undefined;
  const [before, until] = [cursor(config?.before), cursor(config?.until)];
  if (config?.before && !before && !view.faults.forgetCursors) return [];

  const rows: unknown[] = [];
  const list = view.chain.history.of(target);
  for (let at = list.length - 1; at >= 0 && rows.length < limit; at--) {
    const entry = list[at];
    if (!entry || !view.sees(entry, commitment) || (before && entry.index >= before.index)) continue;
    if (until && entry.index <= until.index) break;
    rows.push(rowOf(view, entry));
    if (view.faults.duplicate) rows.push(rowOf(view, entry));
  }
  return rows;
};

function rowOf(view: View, entry: HistoryEntry) {
  const { signature: text, slot, err, memo, blockTime } = entry;
  return { signature: text, slot, err, memo, blockTime, confirmationStatus: view.levelOf(entry) };
}

/** Without `searchTransactionHistory` a node knows only transactions younger than the validity of a blockhash. */
const getSignatureStatuses: Method = (view, params) => {
  const options = z.looseObject({ searchTransactionHistory: z.boolean().optional() });
  const [signatures, config] = read(z.tuple([listOf(signature, MAX_STATUSES), maybe(options)]), params);
  const slot = view.slot('processed');
  const oldest = config?.searchTransactionHistory ? 0 : slot - view.chain.blockhashes.validSlots;
  const statuses = signatures.map((text) => {
    const entry = view.find(text, 'processed');
    return entry && entry.slot >= oldest ? statusOf(view, entry) : null;
  });
  return view.withContext(slot, statuses);
};

function statusOf(view: View, entry: HistoryEntry) {
  const { slot, err } = entry;
  const confirmations = view.slot('processed') - slot;
  return {
    slot,
    confirmations: confirmations >= DEPTH.finalized ? null : confirmations,
    err,
    status: err ? { Err: err } : { Ok: null },
    confirmationStatus: view.levelOf(entry),
  };
}

/** History is not available below `confirmed`. */
export const belowConfirmed = () =>
  new RpcError(-32602, 'Method does not support commitment below `confirmed`');

export const signatureMethods = { getSignaturesForAddress, getSignatureStatuses };
