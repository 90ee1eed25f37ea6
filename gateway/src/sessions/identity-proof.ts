import { hash } from 'node:crypto';

/** Prepares a proof from the page for auth: Google's proof is a token, of which auth only ever sees the hash. */
export function forAuth<Proof extends { way: 'wallet' | 'passkey' }>(
  proof: Proof | { way: 'google'; proof: string },
): Proof | { way: 'google'; proofHash: string } {
  return proof.way === 'google' ? { way: 'google', proofHash: hash('sha256', proof.proof) } : proof;
}
