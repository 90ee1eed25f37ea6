import bs58 from 'bs58';
import { VersionedTransaction, type TransactionVersion, type VersionedMessage } from '@solana/web3.js';
import type { AccountState } from './account-state.js';
import { addressText } from './address-text.js';

/** Size of the largest transaction that fits into a packet. */
export const MAX_TRANSACTION_BYTES = 1232;

/** Bytes that are not a transaction, or not one that a validator would process. */
export class MalformedTransactionError extends Error {}

export interface ParsedTransaction {
  readonly raw: Uint8Array;
  readonly signature: string;
  readonly signatures: readonly string[];
  readonly message: VersionedMessage;
  readonly version: TransactionVersion;
}

/** @throws MalformedTransactionError */
export function parseTransaction(raw: Uint8Array): ParsedTransaction {
  const { message, signatures, version } = deserialize(raw);
  const { numRequiredSignatures, numReadonlySignedAccounts, numReadonlyUnsignedAccounts } = message.header;
  const unsigned = message.staticAccountKeys.length - numRequiredSignatures;
  if (
    signatures.length !== numRequiredSignatures ||
    numRequiredSignatures <= numReadonlySignedAccounts ||
    unsigned < numReadonlyUnsignedAccounts
  )
    throw new MalformedTransactionError('Transaction failed to sanitize accounts offsets correctly');
  const texts = signatures.map((signature) => bs58.encode(signature));
  return { raw, signature: texts[0] ?? '', signatures: texts, message, version };
}

/** Addresses that lookup tables add to a transaction. */
export interface LoadedAddresses {
  readonly writable: readonly string[];
  readonly readonly: readonly string[];
}

const TABLE_HEADER_BYTES = 56;

/** Resolves the lookup tables of a message; null if a table or a row is missing. */
export function loadAddresses(
  message: VersionedMessage,
  accountOf: (address: string) => AccountState | null,
): LoadedAddresses | null {
  const writable: string[] = [];
  const readonly: string[] = [];
  for (const lookup of message.addressTableLookups) {
    const table = accountOf(lookup.accountKey.toBase58());
    const row = (index: number) => {
      const at = TABLE_HEADER_BYTES + 32 * index;
      return table && table.data.length >= at + 32 ? addressText(table.data.subarray(at, at + 32)) : '';
    };
    writable.push(...lookup.writableIndexes.map(row));
    readonly.push(...lookup.readonlyIndexes.map(row));
  }
  return writable.includes('') || readonly.includes('') ? null : { writable, readonly };
}

const MEMO_PROGRAMS = [
  'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr',
  'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo',
];
export const isMemoProgram = (address: string | undefined) => MEMO_PROGRAMS.includes(address ?? '');

/** Returns the own addresses of a transaction, without the loaded ones. */
export const ownKeys = ({ message }: ParsedTransaction) =>
  message.staticAccountKeys.map((key) => addressText(key.toBytes()));

/**
 * Returns the memos of a transaction as a node lists them beside its signature, `[5] hello; [3] you`; null
 * for none.
 */
export function memoOf({ message }: ParsedTransaction, keys: readonly string[]): string | null {
  const memos = message.compiledInstructions
    .filter(({ programIdIndex }) => isMemoProgram(keys[programIdIndex]))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`);
  return memos.length > 0 ? memos.join('; ') : null;
}

/**
 * Accepts only bytes that are unchanged after decoding and encoding: the virtual machine's binding ends the
 * whole process on a transaction that it cannot decode.
 */
function deserialize(raw: Uint8Array): VersionedTransaction {
  const transaction = orMalformed(() => VersionedTransaction.deserialize(raw));
  if (transaction.version === 1)
    throw new MalformedTransactionError('Transaction version (1) is not supported');
  const written = orMalformed(() => transaction.serialize());
  if (Buffer.compare(written, raw) !== 0) throw malformed('the bytes are not in their shortest form');
  return transaction;
}

function orMalformed<Result>(work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw malformed((error as Error).message);
  }
}

const malformed = (reason: string) =>
  new MalformedTransactionError(
    `failed to deserialize solana_transaction::versioned::VersionedTransaction: ${reason}`,
  );
