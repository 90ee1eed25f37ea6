import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** An RSA key that signs ID tokens (RFC 7515, RS256). */
export interface SigningKey {
  /** The key in the form of a JWKS (RFC 7517). */
  readonly jwk: Readonly<Record<string, unknown>>;
  sign(claims: object): string;
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Makes a new key; with `kid`, one that pretends to be another. */
export function newSigningKey(kid: string = randomUUID()): SigningKey {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' },
    sign(claims) {
      const text = `${base64url({ alg: 'RS256', typ: 'JWT', kid })}.${base64url(claims)}`;
      return `${text}.${sign('RSA-SHA256', Buffer.from(text), privateKey).toString('base64url')}`;
    },
  };
}
