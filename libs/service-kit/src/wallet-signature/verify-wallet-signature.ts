import bs58 from 'bs58';
import { createPublicKey, verify } from 'node:crypto';

const KEY_BYTES = 32;
const SIGNATURE_BYTES = 64;
/** Largest lengths of base58 texts for their number of bytes; anything longer is not decoded at all. */
const KEY_CHARACTERS = 44;
const SIGNATURE_CHARACTERS = 88;

/** The field of Ed25519, the order of its base point, and a mask without the sign of x (RFC 8032, 5.1). */
const FIELD = 2n ** 255n - 19n;
const BASE_POINT_ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const WITHOUT_SIGN = 2n ** 255n - 1n;

/** The y of all points whose order divides 8: for such a "key" anybody can make valid signatures. */
const ORDER_8_Y = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
const SMALL_ORDER_Y = [0n, 1n, FIELD - 1n, ORDER_8_Y, FIELD - ORDER_8_Y];

/** A statement signed by a wallet: its address and the signature in base58, the message as text. */
export interface SignedMessage {
  readonly address: string;
  readonly message: string;
  readonly signature: string;
}

/**
 * True when the wallet of this address signed exactly this message (Ed25519, RFC 8032, over its UTF-8 bytes).
 * Stricter than the RFC: keys of small order, and keys and signatures in any but their one canonical
 * encoding, are rejected. So nobody can sign without a private key or make a second signature from an
 * existing one.
 */
export function verifyWalletSignature({ address, message, signature }: SignedMessage): boolean {
  const key = decode(address, KEY_CHARACTERS, KEY_BYTES);
  const proof = decode(signature, SIGNATURE_CHARACTERS, SIGNATURE_BYTES);
  if (!key || !proof || !isSoundKey(key) || !isCanonicalScalar(proof.subarray(KEY_BYTES))) return false;
  return verify(null, Buffer.from(message), publicKey(key), proof);
}

/** True for the base58 text of 32 bytes that can be a wallet's key. */
export function isWalletAddress(text: string): boolean {
  const key = decode(text, KEY_CHARACTERS, KEY_BYTES);
  return key !== null && isSoundKey(key);
}

/** Decodes base58; null for a text that is not base58 or does not have this length. */
function decode(text: string, maxCharacters: number, length: number): Uint8Array | null {
  if (text.length > maxCharacters) return null;
  const bytes = bs58.decodeUnsafe(text);
  return bytes?.length === length ? bytes : null;
}

function isSoundKey(key: Uint8Array): boolean {
  const y = littleEndian(key) & WITHOUT_SIGN;
  return y < FIELD && !SMALL_ORDER_Y.includes(y);
}

/** S and S plus the order would both verify, so the second is rejected. */
const isCanonicalScalar = (scalar: Uint8Array) => littleEndian(scalar) < BASE_POINT_ORDER;

const littleEndian = (bytes: Uint8Array) => BigInt(`0x${Buffer.from(bytes).reverse().toString('hex')}`);

function publicKey(key: Uint8Array) {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: Buffer.from(key).toString('base64url') };
  return createPublicKey({ key: jwk, format: 'jwk' });
}
