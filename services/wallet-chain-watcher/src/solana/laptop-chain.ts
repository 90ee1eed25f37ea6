/** The stand-in for Solana on every laptop, as its `keys.ts` derives it; a test there and one here compare the two. */
export const LAPTOP_CHAIN = {
  genesisHash: 'DTfohJjy38t7Ua2nPMJ7mXZzGYe3CHUzzMPDYHXdmuuX',
  mint: 'HPAjiGhkfN2fqtHD77NJVfqG8PHENTLY9pE9EWhDYWPC',
  receivingWallet: 'BikyqqeiWak6ngQYucy8w42vGHgAerLfgbLrA8LvSLUn',
} as const;
