import { TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import type { AccountState } from './account-state.js';
import { addressText } from './address-text.js';

export const TOKEN_PROGRAM = TOKEN_PROGRAM_ID.toBase58();
export const TOKEN_2022_PROGRAM = TOKEN_2022_PROGRAM_ID.toBase58();
export const TOKEN_PROGRAMS: readonly string[] = [TOKEN_PROGRAM, TOKEN_2022_PROGRAM];

const ACCOUNT_BYTES = 165;
const MINT_BYTES = 82;
/** Offset of the byte that distinguishes a mint from an account with extensions (Token-2022). */
const KIND_AT = 165;
const KIND = { mint: 1, account: 2 };
const STATES = ['uninitialized', 'initialized', 'frozen'];

export interface TokenAccount {
  readonly mint: string;
  readonly owner: string;
  readonly amount: bigint;
  readonly state: string;
  readonly delegate: string | null;
  readonly delegatedAmount: bigint;
  readonly isNative: boolean;
  readonly closeAuthority: string | null;
}

export interface Mint {
  readonly decimals: number;
  readonly supply: bigint;
  readonly mintAuthority: string | null;
  readonly freezeAuthority: string | null;
}

/** Reads the fields of a token account of either token program; null for anything else. */
export function readTokenAccount(account: AccountState | null | undefined): TokenAccount | null {
  if (!account || !isOfKind(account, ACCOUNT_BYTES, KIND.account)) return null;
  const data = Buffer.from(account.data);
  const state = STATES[data.readUInt8(108)];
  if (state === undefined || state === 'uninitialized') return null;
  return {
    mint: addressAt(data, 0),
    owner: addressAt(data, 32),
    amount: data.readBigUInt64LE(64),
    state,
    delegate: optionalAddressAt(data, 72),
    isNative: data.readUInt32LE(109) === 1,
    delegatedAmount: data.readBigUInt64LE(121),
    closeAuthority: optionalAddressAt(data, 129),
  };
}

/** Reads the fields of a mint of either token program; null for anything else. */
export function readMint(account: AccountState | null | undefined): Mint | null {
  if (!account || !isOfKind(account, MINT_BYTES, KIND.mint)) return null;
  const data = Buffer.from(account.data);
  if (data.readUInt8(45) !== 1) return null;
  return {
    mintAuthority: optionalAddressAt(data, 0),
    supply: data.readBigUInt64LE(36),
    decimals: data.readUInt8(44),
    freezeAuthority: optionalAddressAt(data, 46),
  };
}

/** Formats an amount as JSON-RPC does. */
export function uiAmount(amount: bigint, decimals: number) {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  const uiAmountString = fraction ? `${whole}.${fraction}` : whole;
  return { amount: amount.toString(), decimals, uiAmount: Number(uiAmountString), uiAmountString };
}

function isOfKind({ owner, data }: AccountState, plainBytes: number, kind: number): boolean {
  if (!TOKEN_PROGRAMS.includes(owner)) return false;
  if (data.length === plainBytes) return true;
  return owner === TOKEN_2022_PROGRAM && data.length > KIND_AT && data[KIND_AT] === kind;
}

const addressAt = (data: Buffer, at: number) => addressText(data.subarray(at, at + 32));
const optionalAddressAt = (data: Buffer, at: number) =>
  data.readUInt32LE(at) === 1 ? addressAt(data, at + 4) : null;
