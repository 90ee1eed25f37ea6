import type { WalletSignInRequest } from '@likewell/contracts/auth/wallet-sign-in';

const ADDRESS = '([1-9A-HJ-NP-Za-km-z]{32,44})';
const FORM = new RegExp(
  `^(\\S+) wants you to sign in with your Solana account:\\n${ADDRESS}\\n\\n([^\\n]+)\\n\\n` +
    'URI: (\\S+)\\nVersion: 1\\nNonce: ([A-Za-z0-9]{22})\\nIssued At: (\\S+)$',
);

/** A message that a wallet wrote and signed itself, with the site that it names as the requester. */
export interface SolanaSignIn extends WalletSignInRequest {
  readonly address: string;
}

/**
 * Parses the text that a wallet makes of our request: that of EIP-4361 with Solana's name, as in the Wallet
 * Standard. It must have the requested fields, each once and in their order. Null for any other text.
 */
export function readSignIn(message: string): SolanaSignIn | null {
  const [, domain, address, statement, uri, nonce, issuedAt] = FORM.exec(message) ?? [];
  if (!domain || !address || !statement || !uri || !nonce || !issuedAt) return null;
  return { domain, address, statement, uri, version: '1', nonce, issuedAt };
}
