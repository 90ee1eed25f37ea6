import { nkeys } from '@nats-io/transport-node';

/** A new Ed25519 key in NATS' spelling: `SU…` of who signs, and `U…` of who checks. */
export interface NkeyPair {
  readonly seed: string;
  readonly publicKey: string;
}

export function makeNkeyPair(): NkeyPair {
  const pair = nkeys.createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}
