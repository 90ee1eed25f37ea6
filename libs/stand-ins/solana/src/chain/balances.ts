import type { AccountState } from './account-state.js';
import { readMint, readTokenAccount, uiAmount } from './token-accounts.js';
import type { Balances } from './transaction-record.js';

/** Returns the lamports and token balances of a list of accounts. */
export function balancesOf(
  keys: readonly string[],
  states: readonly (AccountState | null)[],
  accountOf: (address: string) => AccountState | null,
): Balances {
  const tokens = keys.flatMap((_, accountIndex) => {
    const state = states[accountIndex];
    const account = readTokenAccount(state);
    if (!state || !account) return [];
    const decimals = readMint(accountOf(account.mint))?.decimals ?? 0;
    const { mint, owner } = account;
    return [
      {
        accountIndex,
        mint,
        owner,
        programId: state.owner,
        uiTokenAmount: uiAmount(account.amount, decimals),
      },
    ];
  });
  return { lamports: states.map((state) => Number(state?.lamports ?? 0n)), tokens };
}
