import bs58 from 'bs58';
import {
  MAX_TRANSACTION_BYTES,
  parseTransaction,
  type ParsedTransaction,
} from '../chain/parse-transaction.js';
import { invalidParams } from './rpc-error.js';

const MAX_CHARACTERS = { base58: 1683, base64: 1644 };

/** Decodes a transaction from its text. @throws RpcError -32602, MalformedTransactionError */
export function readTransaction(text: string, encoding: 'base58' | 'base64'): ParsedTransaction {
  const what = `${encoding} encoded solana_transaction::versioned::VersionedTransaction`;
  if (text.length > MAX_CHARACTERS[encoding])
    throw invalidParams(
      `${what} too large: ${text.length} bytes (max: encoded/raw ${MAX_CHARACTERS[encoding]}/${MAX_TRANSACTION_BYTES})`,
    );
  const raw = decode(text, encoding);
  if (!raw) throw invalidParams(`invalid ${encoding} encoding`);
  if (raw.length > MAX_TRANSACTION_BYTES)
    throw invalidParams(
      `decoded ${what} too large: ${raw.length} bytes (max: ${MAX_TRANSACTION_BYTES} bytes)`,
    );
  return parseTransaction(raw);
}

function decode(text: string, encoding: 'base58' | 'base64'): Uint8Array | undefined {
  if (encoding === 'base58') return bs58.decodeUnsafe(text);
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? Buffer.from(text, 'base64') : undefined;
}
