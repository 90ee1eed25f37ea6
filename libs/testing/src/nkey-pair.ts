import { nkeys } from '@nats-io/transport-node';

/** A new Ed25519 key pair in NATS's notation: the private `SU…` and the public `U…`. */
export interface NkeyPair {
  readonly seed: string;
  readonly publicKey: string;
}

export function makeNkeyPair(): NkeyPair {
  const pair = nkeys.createUser();
  return { seed: new TextDecoder().decode(pair.getSeed()), publicKey: pair.getPublicKey() };
}
