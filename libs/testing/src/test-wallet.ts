import { ed25519 } from '@noble/curves/ed25519.js';
import bs58 from 'bs58';
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

const FIELD = 2n ** 255n - 19n;
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n;
const ORDER_8_Y = 0x05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826n;
const COFACTOR = 8n;
const HALF = 32;

/** A wallet with a key pair of its own. */
export class TestWallet {
  readonly address: string;
  private readonly privateKey: KeyObject;

  constructor() {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    this.privateKey = privateKey;
    this.address = bs58.encode(Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'));
  }

  private signBytes(message: string): Buffer {
    return sign(null, Buffer.from(message), this.privateKey);
  }

  /** Makes the data that a wallet sends to sign in, or to claim something. */
  sign(message: string): { address: string; message: string; signature: string } {
    return { address: this.address, message, signature: bs58.encode(this.signBytes(message)) };
  }

  /**
   * Makes the data of a wallet that writes the text itself from the input of `solana:signIn`, by the Wallet
   * Standard.
   */
  signIn(input: Record<'domain' | 'statement' | 'uri' | 'version' | 'nonce' | 'issuedAt', string>) {
    const { domain, statement, uri, version, nonce, issuedAt } = input;
    const fields = [`URI: ${uri}`, `Version: ${version}`, `Nonce: ${nonce}`, `Issued At: ${issuedAt}`];
    const head = `${domain} wants you to sign in with your Solana account:\n${this.address}`;
    return this.sign(`${head}\n\n${statement}\n\n${fields.join('\n')}`);
  }

  /** Makes a signature with one of its 64 bytes changed. */
  signAltered(message: string, index: number): { address: string; message: string; signature: string } {
    const bytes = this.signBytes(message);
    bytes[index] = (bytes[index] ?? 0) ^ (1 << (index % 8));
    return { address: this.address, message, signature: bs58.encode(bytes) };
  }

  /** Makes other signatures of the same message that a careless verifier also accepts: S with the order added to it. */
  signAgain(message: string): { address: string; message: string; signature: string }[] {
    const bytes = this.signBytes(message);
    const s = BigInt(`0x${Buffer.from(bytes.subarray(HALF)).reverse().toString('hex')}`);
    const others: Buffer[] = [];
    for (let other = s + ORDER; other < 2n ** 256n; other += ORDER) {
      others.push(Buffer.concat([bytes.subarray(0, HALF), littleEndian(other)]));
    }
    return others.map((other) => ({ address: this.address, message, signature: bs58.encode(other) }));
  }
}

/** Every encoding of every point of small order: seven values of y, two of them not reduced, with both signs. */
export const SMALL_ORDER_KEYS = [0n, 1n, FIELD - 1n, ORDER_8_Y, FIELD - ORDER_8_Y, FIELD, FIELD + 1n].flatMap(
  (y) => [littleEndian(y), littleEndian(y + 2n ** 255n)],
);

/**
 * Makes a signature with S = 0, without a private key, that satisfies RFC 8032's equation, R = [S]B - [k]A,
 * for this key of small order, if there is one. Old OpenSSL accepts it, as does any verifier that only checks
 * the equation.
 */
export function forge(
  key: Buffer,
  message: string,
): { address: string; message: string; signature: string; isSolution: boolean } {
  const point = ed25519.Point.fromHex(key, true);
  const solution = SMALL_ORDER_KEYS.find((r) => {
    const digest = createHash('sha512').update(r).update(key).update(message).digest();
    const k = BigInt(`0x${digest.reverse().toString('hex')}`) % ORDER;
    return r.equals(
      point
        .multiplyUnsafe(k % COFACTOR)
        .negate()
        .toBytes(),
    );
  });
  const signature = bs58.encode(Buffer.concat([solution ?? Buffer.alloc(HALF), Buffer.alloc(HALF)]));
  return { address: bs58.encode(key), message, signature, isSolution: solution !== undefined };
}

function littleEndian(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(2 * HALF, '0'), 'hex').reverse();
}
