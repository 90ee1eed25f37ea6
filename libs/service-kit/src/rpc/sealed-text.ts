import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

const PREFIX = 'sealed:';
const CIPHER = 'aes-256-gcm';
const [KEY_BYTES, TAG_BYTES] = [32, 16];
/** Constant, because each text has a key of its own. */
const NONCE = Buffer.alloc(12);

/** Thrown for a text that is not sealed, or does not open. */
export class SealBroken extends Error {}

/** Seals texts for one process alone: an X25519 key for each text, HKDF-SHA-256, AES-256-GCM. */
export class TextSealer {
  private readonly key: KeyObject;

  /** @param publicKey of the process that may open, SPKI (DER) in base64 */
  constructor(publicKey: string) {
    this.key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' });
  }

  seal(text: string): string {
    const { publicKey, privateKey } = generateKeyPairSync('x25519');
    const sender = rawOf(publicKey);
    const cipher = createCipheriv(CIPHER, keyOf(privateKey, this.key, sender), NONCE);
    const sealed = Buffer.concat([sender, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    return PREFIX + sealed.toString('base64url');
  }
}

/** Opens texts that a {@link TextSealer} has sealed for it. */
export class TextOpener {
  private readonly key: KeyObject;

  /** @param privateKey PKCS #8 (DER) in base64 */
  constructor(privateKey: string) {
    this.key = createPrivateKey({ key: Buffer.from(privateKey, 'base64'), format: 'der', type: 'pkcs8' });
  }

  /** @throws SealBroken */
  open(text: string): string {
    if (!text.startsWith(PREFIX)) throw new SealBroken('the text is not sealed');
    try {
      const sealed = Buffer.from(text.slice(PREFIX.length), 'base64url');
      const sender = sealed.subarray(0, KEY_BYTES);
      const jwk = { kty: 'OKP', crv: 'X25519', x: sender.toString('base64url') };
      const key = keyOf(this.key, createPublicKey({ key: jwk, format: 'jwk' }), sender);
      const decipher = createDecipheriv(CIPHER, key, NONCE, { authTagLength: TAG_BYTES });
      decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
      const opened = decipher.update(sealed.subarray(KEY_BYTES, -TAG_BYTES));
      return Buffer.concat([opened, decipher.final()]).toString('utf8');
    } catch (error) {
      throw new SealBroken('a sealed text does not open', { cause: error });
    }
  }
}

function rawOf(key: KeyObject): Buffer {
  return Buffer.from(key.export({ format: 'jwk' }).x ?? '', 'base64url');
}

function keyOf(privateKey: KeyObject, publicKey: KeyObject, sender: Buffer): Uint8Array {
  const shared = diffieHellman({ privateKey, publicKey });
  return new Uint8Array(hkdfSync('sha256', shared, sender, 'likewell sealed text', KEY_BYTES));
}
