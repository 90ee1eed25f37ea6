import bs58 from 'bs58';
import type { ChainTransaction } from '../solana/chain-transaction.js';

/** The two versions of the memo program. */
const MEMO_PROGRAMS = new Set<string | undefined>([
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]);
const PREFIX = 'likewell:';
const FORM = /^\s*likewell:([!-~]{1,64})\s*$/;
/** No memo with a deposit code is longer. Decoding takes time quadratic in the length. */
const MAX_DATA_CHARACTERS = 140;

/** The memo that assigns a transfer to the member with this code. */
export const depositMemo = (code: string): string => PREFIX + code;

/** Returns every deposit code in the memos of the chain transaction, at any depth, each once and in order. */
export function readDepositCodes({ transaction, meta }: ChainTransaction, keys: readonly string[]): string[] {
  const codes = new Set<string>();
  for (const { programIdIndex, data } of [
    ...transaction.message.instructions,
    ...(meta.innerInstructions ?? []),
  ]) {
    if (!MEMO_PROGRAMS.has(keys[programIdIndex])) continue;
    const code = FORM.exec(textOf(data))?.[1];
    if (code !== undefined) codes.add(code);
  }
  return [...codes].sort();
}

function textOf(data: string): string {
  const bytes = data.length <= MAX_DATA_CHARACTERS ? bs58.decodeUnsafe(data) : undefined;
  return bytes ? Buffer.from(bytes).toString('utf8') : '';
}
