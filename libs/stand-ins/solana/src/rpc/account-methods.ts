import { z } from 'zod';
import type { AccountState } from '../chain/account-state.js';
import type { Method } from './method.js';
import { encodeAccount, type AccountEncoding } from './encode-account.js';
import { accountConfig, address, listOf, maybe, moment, read, slot as count } from './params.js';
import type { View } from './view.js';
import bs58 from 'bs58';

const MAX_ACCOUNTS = 100;
const MAX_FILTERS = 4;

const filter = z.union([
  z.object({ dataSize: count }),
  z.object({
    memcmp: z.object({
      offset: count,
      bytes: z.string().max(200),
      encoding: z.enum(['base58', 'base64']).nullish(),
    }),
  }),
  z.object({ tokenAccountState: z.null() }),
]);

const getAccountInfo: Method = (view, params) => {
  const [target, config] = read(z.tuple([address, maybe(accountConfig)]), params);
  const slot = view.slotFor(config);
  return view.withContext(slot, encodeAt(view, slot, view.account(target, slot), config ?? {}));
};

const getMultipleAccounts: Method = (view, params) => {
  const [targets, config] = read(z.tuple([listOf(address, MAX_ACCOUNTS), maybe(accountConfig)]), params);
  const slot = view.slotFor(config);
  const encoding = { encoding: 'base64' as const, ...config };
  return view.withContext(
    slot,
    targets.map((target) => encodeAt(view, slot, view.account(target, slot), encoding)),
  );
};

const getBalance: Method = (view, params) => {
  const [target, config] = read(z.tuple([address, maybe(moment)]), params);
  const slot = view.slotFor(config);
  return view.withContext(slot, Number(view.account(target, slot)?.lamports ?? 0n));
};

const getProgramAccounts: Method = (view, params) => {
  const config = accountConfig.extend({
    filters: listOf(filter, MAX_FILTERS).nullish(),
    withContext: z.boolean().nullish(),
  });
  const [program, wanted] = read(z.tuple([address, maybe(config)]), params);
  const slot = view.slotFor(wanted);
  const found = [...view.chain.accounts.ownedBy(program, slot)]
    .filter(([, account]) => (wanted?.filters ?? []).every((rule) => matches(account, rule)))
    .map(([pubkey, account]) => ({ pubkey, account: encodeAt(view, slot, account, wanted ?? {}) }));
  return wanted?.withContext ? view.withContext(slot, found) : found;
};

const getMinimumBalanceForRentExemption: Method = (view, params) => {
  const [bytes] = read(z.tuple([count.max(10 * 1024 * 1024), maybe(moment)]), params);
  return view.chain.rentExemption(bytes);
};

const encodeAt = (view: View, slot: number, account: AccountState | null, encoding: AccountEncoding) =>
  encodeAccount(account, encoding, (other) => view.account(other, slot));

function matches({ data }: AccountState, rule: z.output<typeof filter>): boolean {
  if ('dataSize' in rule) return data.length === rule.dataSize;
  if (!('memcmp' in rule)) return data.length >= 165;
  const { offset, bytes, encoding } = rule.memcmp;
  const wanted = encoding === 'base64' ? Buffer.from(bytes, 'base64') : bs58.decodeUnsafe(bytes);
  return wanted !== undefined && Buffer.compare(data.subarray(offset, offset + wanted.length), wanted) === 0;
}

export const accountMethods = {
  getAccountInfo,
  getMultipleAccounts,
  getBalance,
  getProgramAccounts,
  getMinimumBalanceForRentExemption,
};
