import bs58 from 'bs58';
import type { ChainTransaction } from '../solana/chain-transaction.js';

/** Both versions of the memo program. */
const MEMO_PROGRAMS = new Set<string | undefined>([
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
]);
const PREFIX = 'likewell:';
const FORM = /^\s*likewell:([!-~]{1,64})\s*$/;
/** No memo that names a code is longer; decoding takes the square of the length. */
const MAX_DATA_CHARACTERS = 140;

/** The memo that makes a transfer the deposit of this code's member. */
export const depositMemo = (code: string): string => PREFIX + code;

/** Every deposit code that a memo of the chain transaction names, at any depth, each once and in order. */
export function readDepositCodes({ transaction, meta }: ChainTransaction, keys: readonly string[]): string[] {
  const inner = (meta.innerInstructions ?? []).flatMap(({ instructions }) => instructions);
  const codes = new Set<string>();
  for (const { programIdIndex, data } of [...transaction.message.instructions, ...inner]) {
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
