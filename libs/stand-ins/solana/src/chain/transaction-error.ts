import type { FailedTransactionMetadata } from 'litesvm/dist/internal.js';

/** Error in the format of JSON-RPC: a name, or an object with one name. */
export type TransactionError = string | Readonly<Record<string, unknown>>;

/**
 * Returns the error of a failed execution. The binding's error numbers are types without values, so their
 * names are read from its text, which begins with `FailedTransactionMetadata { err: `.
 */
export function errorOf(failed: FailedTransactionMetadata): TransactionError {
  const error = failed.err();
  const text = failed.toString();
  if (typeof error === 'number') return /err: (\w+)/.exec(text)?.[1] ?? 'SanitizeFailure';
  if ('err' in error) {
    const inner = error.err();
    if (typeof inner === 'object' && 'code' in inner)
      return { InstructionError: [error.index, { Custom: inner.code }] };
    const name = /InstructionError\(\d+, (\w+)/.exec(text)?.[1] ?? 'GenericError';
    return { InstructionError: [error.index, name] };
  }
  if ('accountIndex' in error) {
    const name = /err: (\w+)/.exec(text)?.[1] ?? 'InsufficientFundsForRent';
    return { [name]: { account_index: error.accountIndex } };
  }
  return { DuplicateInstruction: error.index };
}

const SENTENCES: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
  AlreadyProcessed: 'This transaction has already been processed',
  BlockhashNotFound: 'Blockhash not found',
  InsufficientFundsForFee: 'Insufficient funds for fee',
  InvalidAccountForFee: 'This account may not be used to pay transaction fees',
  ProgramAccountNotFound: 'Attempt to load a program that does not exist',
  SanitizeFailure: 'Transaction failed to sanitize accounts offsets correctly',
  SignatureFailure: 'Transaction did not pass signature verification',
  AccountLoadedTwice: 'Account loaded twice',
  AddressLookupTableNotFound: "Transaction loads an address table account that doesn't exist",
  InvalidAddressLookupTableIndex: 'Transaction address table lookup uses an invalid index',
};

const INSTRUCTION_SENTENCES: Readonly<Record<string, string>> = {
  InsufficientFunds: 'insufficient funds for instruction',
  InvalidAccountData: 'invalid account data for instruction',
  InvalidInstructionData: 'invalid instruction data',
  IncorrectProgramId: 'incorrect program id for instruction',
  MissingRequiredSignature: 'missing required signature for instruction',
  UninitializedAccount: 'instruction requires an initialized account',
  InvalidArgument: 'invalid program argument',
  IllegalOwner: 'Provided owner is not allowed',
};

/** Returns a node's message for an error. */
export function sentenceOf(error: TransactionError): string {
  if (typeof error === 'string') return SENTENCES[error] ?? error;
  const instruction = error.InstructionError as [number, string | { Custom: number }] | undefined;
  if (!instruction) return `Transaction failed: ${JSON.stringify(error)}`;
  const [index, cause] = instruction;
  const text =
    typeof cause === 'string'
      ? (INSTRUCTION_SENTENCES[cause] ?? cause)
      : `custom program error: 0x${cause.Custom.toString(16)}`;
  return `Error processing Instruction ${index}: ${text}`;
}
