import { z } from 'zod';

/** Data from which a wallet writes the text to sign: the input of the Wallet Standard's `solana:signIn`. */
export const walletSignInRequest = z.object({
  /** Host, with its port if it names one. The wallet compares it with the page that asks. */
  domain: z.string(),
  statement: z.string(),
  uri: z.string(),
  version: z.literal('1'),
  nonce: z.string(),
  issuedAt: z.iso.datetime(),
});
export type WalletSignInRequest = z.output<typeof walletSignInRequest>;
