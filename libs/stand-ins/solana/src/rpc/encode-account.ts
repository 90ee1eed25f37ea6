import bs58 from 'bs58';
import type { AccountState } from '../chain/account-state.js';
import { readMint, readTokenAccount, TOKEN_PROGRAM, uiAmount } from '../chain/token-accounts.js';
import { invalidParams } from './rpc-error.js';

export interface AccountEncoding {
  readonly encoding?: 'base58' | 'base64' | 'base64+zstd' | 'jsonParsed' | undefined;
  readonly dataSlice?: { readonly offset: number; readonly length: number } | null | undefined;
}

const RENT_EPOCH = 18446744073709551615n;
const MAX_BASE58_BYTES = 128;

/** Encodes an account in the format of JSON-RPC; null stays null. */
export function encodeAccount(
  account: AccountState | null,
  { encoding = 'base58', dataSlice }: AccountEncoding,
  accountOf: (address: string) => AccountState | null,
) {
  if (!account) return null;
  const { lamports, owner, executable, data } = account;
  const parsed = encoding === 'jsonParsed' ? parseAccount(account, accountOf) : null;
  return {
    lamports: Number(lamports),
    owner,
    executable,
    rentEpoch: Number(RENT_EPOCH),
    space: data.length,
    data: parsed ?? encodeData(data, encoding, dataSlice),
  };
}

function encodeData(
  data: Uint8Array,
  encoding: NonNullable<AccountEncoding['encoding']>,
  slice: AccountEncoding['dataSlice'],
) {
  const bytes = slice ? data.subarray(slice.offset, slice.offset + slice.length) : data;
  if (encoding === 'base64+zstd') throw invalidParams('base64+zstd is not spoken by this stand-in');
  if (encoding !== 'base58') return [Buffer.from(bytes).toString('base64'), 'base64'];
  if (bytes.length > MAX_BASE58_BYTES)
    throw invalidParams(
      `Encoded binary (base 58) data should be less than ${MAX_BASE58_BYTES} bytes, please use Base64 encoding.`,
    );
  return [bs58.encode(bytes), 'base58'];
}

/** Decodes token accounts and mints; null for other accounts. */
function parseAccount(account: AccountState, accountOf: (address: string) => AccountState | null) {
  const program = account.owner === TOKEN_PROGRAM ? 'spl-token' : 'spl-token-2022';
  const space = account.data.length;
  const token = readTokenAccount(account);
  if (token) {
    const decimals = readMint(accountOf(token.mint))?.decimals ?? 0;
    const { mint, owner, state, isNative, delegate, closeAuthority } = token;
    const info = {
      mint,
      owner,
      state,
      isNative,
      tokenAmount: uiAmount(token.amount, decimals),
      ...(delegate && { delegate, delegatedAmount: uiAmount(token.delegatedAmount, decimals) }),
      ...(closeAuthority && { closeAuthority }),
    };
    return { program, space, parsed: { type: 'account', info } };
  }
  const mint = readMint(account);
  if (!mint) return null;
  const info = { ...mint, supply: mint.supply.toString(), isInitialized: true };
  return { program, space, parsed: { type: 'mint', info } };
}
