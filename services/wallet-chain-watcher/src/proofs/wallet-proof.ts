import { createHash, randomBytes } from 'node:crypto';

/** The purpose of a wallet's signature. */
export type ProofPurpose = 'link' | 'claim';

const NONCE_BYTES = 16;
/** Time within which a text must be signed and sent back. */
export const PROOF_STANDS_MS = 5 * 60_000;

const PURPOSES: Record<ProofPurpose, (wallet: string, member: string) => string> = {
  link: (wallet, member) =>
    `Link the wallet ${wallet} to the Likewell member ${member}. What it sends to Likewell from now on belongs to ${member}, unless a transfer carries another member's memo. The unclaimed deposits that this wallet alone has sent before belong to ${member}, too.`,
  claim: (wallet, member) =>
    `Give the unclaimed deposits that the wallet ${wallet} sent to Likewell to the member ${member}, for good.`,
};

/**
 * Returns the text that a wallet signs. It says what it does and for whom, contains 128 random bits, and has
 * nothing in common with the text that signs a member in.
 */
export function writeProofText(
  purpose: ProofPurpose,
  { wallet, member, expiresAt }: { wallet: string; member: string; expiresAt: Date },
): string {
  const nonce = randomBytes(NONCE_BYTES).toString('base64url');
  return [
    PURPOSES[purpose](wallet, member),
    'This moves nothing on Solana and costs nothing.',
    `Purpose: ${purpose}`,
    `Nonce: ${nonce}`,
    `Expires: ${expiresAt.toISOString()}`,
  ].join('\n');
}

/** Returns the hash, in hex, by which an issued text is stored. */
export const hashProofText = (text: string): string => createHash('sha256').update(text).digest('hex');
