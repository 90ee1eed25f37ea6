/** The processes that speak on the bus, by the names that their subjects and identities have. */
export const PROCESSES = [
  'gateway',
  'auth',
  'posts',
  'tipping-ledger',
  'wallet-chain-watcher',
  'ai-drafting',
  'giveaway',
] as const;
export type ProcessName = (typeof PROCESSES)[number];
