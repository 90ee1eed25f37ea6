import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';

/** An RSA key that signs ID tokens (RFC 7515, RS256). */
export interface SigningKey {
  /** What a JWKS says of it (RFC 7517). */
  readonly jwk: Readonly<Record<string, unknown>>;
  sign(claims: object): string;
}

const base64url = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** A fresh key; with `kid`, one that passes for another. */
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
