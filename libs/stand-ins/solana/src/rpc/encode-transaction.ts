import bs58 from 'bs58';
import type { ParsedTransaction } from '../chain/parse-transaction.js';
import type { TransactionRecord } from '../chain/transaction-record.js';
import { parseInstruction } from './parse-instruction.js';

export type TransactionEncoding = 'json' | 'jsonParsed' | 'base58' | 'base64';

/** Encodes the transaction as it was sent. */
export function encodeTransaction(
  record: TransactionRecord,
  { message, signatures, version }: ParsedTransaction,
  encoding: TransactionEncoding,
) {
  if (encoding === 'base64') return [record.raw, 'base64'];
  if (encoding === 'base58') return [bs58.encode(Buffer.from(record.raw, 'base64')), 'base58'];
  const lookups = message.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => ({
    accountKey: accountKey.toBase58(),
    writableIndexes: [...writableIndexes],
    readonlyIndexes: [...readonlyIndexes],
  }));
  const tables = version !== 'legacy' ? { addressTableLookups: lookups } : {};
  const { recentBlockhash } = message;
  if (encoding === 'jsonParsed') {
    const own = message.staticAccountKeys.length;
    const accountKeys = record.keys.map((pubkey, index) => ({
      pubkey,
      signer: message.isAccountSigner(index),
      writable: message.isAccountWritable(index),
      source: index < own ? 'transaction' : 'lookupTable',
    }));
    const instructions = message.compiledInstructions.map((instruction) =>
      parseInstruction(record.keys, {
        programIdIndex: instruction.programIdIndex,
        accounts: instruction.accountKeyIndexes,
        data: instruction.data,
        stackHeight: 1,
      }),
    );
    return { signatures, message: { accountKeys, recentBlockhash, instructions, ...tables } };
  }
  const instructions = message.compiledInstructions.map((instruction) => ({
    programIdIndex: instruction.programIdIndex,
    accounts: [...instruction.accountKeyIndexes],
    data: bs58.encode(instruction.data),
    stackHeight: 1,
  }));
  const accountKeys = message.staticAccountKeys.map((key) => key.toBase58());
  const { header } = message;
  return { signatures, message: { accountKeys, header, recentBlockhash, instructions, ...tables } };
}

/** Encodes the effects of the transaction. */
export function encodeMeta(record: TransactionRecord, encoding: TransactionEncoding) {
  const { err, fee, before, after, logs, inner, units, returnData, loaded, keys } = record;
  const isParsed = encoding === 'jsonParsed';
  const innerInstructions = isParsed
    ? inner.map(({ index, instructions }) => ({
        index,
        instructions: instructions.map((instruction) =>
          parseInstruction(keys, { ...instruction, data: bs58.decode(instruction.data) }),
        ),
      }))
    : inner;
  return {
    err,
    status: err ? { Err: err } : { Ok: null },
    fee,
    preBalances: before.lamports,
    postBalances: after.lamports,
    preTokenBalances: before.tokens,
    postTokenBalances: after.tokens,
    innerInstructions,
    logMessages: logs,
    rewards: [],
    computeUnitsConsumed: units,
    ...(returnData && { returnData }),
    // In `jsonParsed` the account keys already include the loaded addresses.
    ...(!isParsed && { loadedAddresses: loaded }),
  };
}
