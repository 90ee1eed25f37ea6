/** Processes on the bus, by the names used in their subjects and identities. */
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
