import { z } from 'zod';
import type { AccountState } from '../chain/account-state.js';
import type { Method } from './method.js';
import { encodeAccount, type AccountEncoding } from './encode-account.js';
import { accountConfig, address, listOf, maybe, moment, read, slot as count } from './params.js';
import type { View } from './view.js';

const MAX_ACCOUNTS = 100;

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

const getMinimumBalanceForRentExemption: Method = (view, params) => {
  const [bytes] = read(z.tuple([count.max(10 * 1024 * 1024), maybe(moment)]), params);
  return view.chain.rentExemption(bytes);
};

const encodeAt = (view: View, slot: number, account: AccountState | null, encoding: AccountEncoding) =>
  encodeAccount(account, encoding, (other) => view.account(other, slot));

export const accountMethods = {
  getAccountInfo,
  getMultipleAccounts,
  getBalance,
  getMinimumBalanceForRentExemption,
};
