import { nkeys } from '@nats-io/transport-node';
import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** PKCS #8 prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const KEY_BYTES = 32;

/** Returns the private key of a seed in NATS's notation, `SU…`. @throws Error for anything else */
export function privateKeyOf(seed: string): KeyObject {
  nkeys.fromSeed(new TextEncoder().encode(seed));
  const raw = bytesOf(seed).subarray(2, 2 + KEY_BYTES);
  return createPrivateKey({ key: Buffer.concat([PKCS8, raw]), format: 'der', type: 'pkcs8' });
}

/** Returns the public key of an NKey, `U…`. @throws Error for anything else */
export function publicKeyOf(nkey: string): KeyObject {
  nkeys.fromPublic(nkey);
  const x = bytesOf(nkey)
    .subarray(1, 1 + KEY_BYTES)
    .toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

/** Decodes base32 (RFC 4648) without padding; the library has checked the text. */
function bytesOf(text: string): Buffer {
  const bits = Array.from(text, (letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
