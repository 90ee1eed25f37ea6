// @ts-check
import { createPrivateKey, createPublicKey } from 'node:crypto';

/** PKCS #8 prefixes of the 32 bytes of a key (RFC 8410). */
const PKCS8 = {
  ed25519: Buffer.from('302e020100300506032b657004220420', 'hex'),
  x25519: Buffer.from('302e020100300506032b656e04220420', 'hex'),
};
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
/** Prefix bytes of NATS's keys: S for a seed, U for a user. */
const SEED = 18 << 3;
const USER = 20 << 3;

/**
 * Derives the Ed25519 key pair of a NATS user (`nk -gen user`) from a secret.
 * @param {string} secret 64 hex digits
 * @returns {{ seed: string, publicKey: string }} `SU…` and `U…`
 */
function userKeys(secret) {
  const raw = Buffer.from(secret, 'hex');
  const key = createPrivateKey({ key: Buffer.concat([PKCS8.ed25519, raw]), format: 'der', type: 'pkcs8' });
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' });
  return {
    seed: encode(Buffer.from([SEED | (USER >> 5), (USER & 31) << 3, ...raw])),
    publicKey: encode(Buffer.from([USER, ...Buffer.from(x, 'base64url')])),
  };
}

/**
 * Derives an X25519 key pair from a secret, in DER and base64: a text sealed with `seal` is opened with
 * `open`.
 * @param {string} secret 64 hex digits
 * @returns {{ open: string, seal: string }}
 */
function sealingKeys(secret) {
  const der = Buffer.concat([PKCS8.x25519, Buffer.from(secret, 'hex')]);
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' });
  const seal = createPublicKey(key).export({ format: 'der', type: 'spki' });
  return { open: der.toString('base64'), seal: seal.toString('base64') };
}

/**
 * Returns the value of a secret by its name: random digits; for `name/seed` and `name/public`, or `name/open`
 * and `name/seal`, the halves of a key pair derived from them.
 * @param {(name: string) => string} secret returns 64 hex digits, always the same for a name
 * @param {string} name
 */
export function secretValue(secret, name) {
  const [pair = '', half] = name.split('/');
  if (half === undefined) return secret(name);
  const { seed, publicKey } = userKeys(secret(pair));
  const halves = { seed, public: publicKey, ...sealingKeys(secret(pair)) };
  return halves[/** @type {keyof typeof halves} */ (half)];
}

/** @param {Buffer} payload */
function encode(payload) {
  const checksum = Buffer.alloc(2);
  checksum.writeUInt16LE(crc16(payload));
  return base32(Buffer.concat([payload, checksum]));
}

/** Computes CRC-16/XMODEM, as NATS uses it. @param {Buffer} bytes */
function crc16(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return crc;
}

/** Encodes base32 (RFC 4648) without padding. @param {Buffer} bytes */
function base32(bytes) {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => ALPHABET[parseInt(group.padEnd(5, '0'), 2)]).join('');
}
