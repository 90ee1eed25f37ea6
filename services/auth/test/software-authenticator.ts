import { isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';
import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 };
const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();
const counterBytes = (counter: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(counter);
  return bytes;
};

/** Changes that a test makes to a response before it is sent. */
interface Lie {
  readonly origin?: string;
  readonly rpId?: string;
  readonly isVerified?: boolean;
  readonly counter?: number;
  readonly transports?: unknown;
  /** Makes the attestation of a new passkey; without it there is none. */
  readonly attest?: (publicKey: KeyObject, clientData: Uint8Array) => Attestation;
}

interface Attestation {
  readonly fmt: string;
  readonly attStmt: Readonly<Record<string, unknown>>;
}

const noAttestation = (): Attestation => ({ fmt: 'none', attStmt: {} });

/** An authenticator with one passkey in software: P-256, encoded as browsers send it (WebAuthn, 6.1 and 6.5.1). */
export class SoftwareAuthenticator {
  readonly id = isoBase64URL.fromBuffer(new Uint8Array(randomBytes(16)));
  private readonly publicKey: KeyObject;
  private readonly privateKey: KeyObject;

  constructor(
    private readonly origin: string,
    private readonly rpId = new URL(origin).hostname,
    /** 0 simulates an authenticator without a counter. */
    public counter = 1,
  ) {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    [this.publicKey, this.privateKey] = [pair.publicKey, pair.privateKey];
  }

  /** Returns the result of `navigator.credentials.create`. */
  create({ challenge }: { challenge?: unknown }, lie: Lie = {}) {
    const idBytes = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(idBytes.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, idBytes, this.coseKey()]);
    const authData = Buffer.concat([this.head(FLAGS.attested, lie), attested]);
    const clientDataJSON = this.clientData('webauthn.create', challenge, lie);
    const { attest = noAttestation } = lie;
    const { fmt, attStmt } = attest(this.publicKey, Buffer.from(clientDataJSON, 'base64url'));
    const attestation = new Map<string, unknown>([
      ['fmt', fmt],
      ['attStmt', new Map(Object.entries(attStmt))],
      ['authData', new Uint8Array(authData)],
    ]);
    const attestationObject = isoBase64URL.fromBuffer(isoCBOR.encode(attestation as never));
    return this.respond({ clientDataJSON, attestationObject, transports: lie.transports });
  }

  /** Returns the result of `navigator.credentials.get`. */
  get({ challenge }: { challenge?: unknown }, lie: Lie = {}) {
    if (this.counter > 0) this.counter += 1;
    const authData = this.head(0, lie);
    const clientDataJSON = this.clientData('webauthn.get', challenge, lie);
    const signed = Buffer.concat([authData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    return this.respond({
      clientDataJSON,
      authenticatorData: authData.toString('base64url'),
      signature: sign('sha256', signed, this.privateKey).toString('base64url'),
    });
  }

  private respond(response: { clientDataJSON: string } & Record<string, unknown>) {
    return {
      id: this.id,
      rawId: this.id,
      type: 'public-key' as const,
      clientExtensionResults: {},
      response,
    };
  }

  private head(flags: number, { rpId = this.rpId, isVerified = true, counter = this.counter }: Lie): Buffer {
    const all = flags | FLAGS.present | (isVerified ? FLAGS.verified : 0);
    return Buffer.concat([sha256(rpId), Buffer.from([all]), counterBytes(counter)]);
  }

  private clientData(type: string, challenge: unknown, { origin = this.origin }: Lie): string {
    return Buffer.from(JSON.stringify({ type, challenge, origin })).toString('base64url');
  }

  /** Encodes the public key: EC2, ES256, P-256 (RFC 9053, 7.1). */
  private coseKey(): Uint8Array {
    const { x = '', y = '' } = this.publicKey.export({ format: 'jwk' });
    const key = new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ]);
    return isoCBOR.encode(key as never);
  }
}
