import bs58 from 'bs58';
import { SystemProgram } from '@solana/web3.js';
import { isMemoProgram } from '../chain/parse-transaction.js';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM, uiAmount } from '../chain/token-accounts.js';

export interface Instruction {
  readonly programIdIndex: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
  readonly stackHeight: number;
}

const TOKEN_TRANSFER = 3;
const TOKEN_TRANSFER_CHECKED = 12;
const SYSTEM_TRANSFER = 2;

/** Decodes instructions that clients read (memos and transfers); leaves others encoded. */
export function parseInstruction(keys: readonly string[], instruction: Instruction) {
  const { programIdIndex, stackHeight } = instruction;
  const programId = keys[programIdIndex] ?? '';
  const accounts = instruction.accounts.map((index) => keys[index] ?? '');
  const data = Buffer.from(instruction.data);
  const words = wordsFor(programId, accounts, data);
  return words
    ? { ...words, programId, stackHeight }
    : { programId, accounts, data: bs58.encode(data), stackHeight };
}

function wordsFor(programId: string, accounts: readonly string[], data: Buffer) {
  if (isMemoProgram(programId)) return { program: 'spl-memo', parsed: data.toString('utf8') };
  if (programId === TOKEN_PROGRAM) return withProgram('spl-token', tokenTransfer(accounts, data));
  if (programId === TOKEN_2022_PROGRAM) return withProgram('spl-token-2022', tokenTransfer(accounts, data));
  if (programId === SystemProgram.programId.toBase58())
    return withProgram('system', systemTransfer(accounts, data));
  return null;
}

const withProgram = (program: string, parsed: object | null) => parsed && { program, parsed };

function tokenTransfer(accounts: readonly string[], data: Buffer) {
  if (data[0] === TOKEN_TRANSFER && data.length >= 9) {
    const [source, destination, authority] = accounts;
    const amount = data.readBigUInt64LE(1).toString();
    return { type: 'transfer', info: { source, destination, authority, amount } };
  }
  if (data[0] === TOKEN_TRANSFER_CHECKED && data.length >= 10) {
    const [source, mint, destination, authority] = accounts;
    const tokenAmount = uiAmount(data.readBigUInt64LE(1), data.readUInt8(9));
    return { type: 'transferChecked', info: { source, mint, destination, authority, tokenAmount } };
  }
  return null;
}

function systemTransfer([source, destination]: readonly string[], data: Buffer) {
  if (data.length < 12 || data.readUInt32LE(0) !== SYSTEM_TRANSFER) return null;
  const lamports = Number(data.readBigUInt64LE(4));
  return { type: 'transfer', info: { source, destination, lamports } };
}
