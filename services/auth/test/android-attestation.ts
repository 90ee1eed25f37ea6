import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** Tags of DER (X.690). */
const TAG = { integer: 2, octets: 4, oid: 6, utf8: 12, enumerated: 10, time: 23, sequence: 48, set: 49 };
/** Object identifiers, encoded. */
const OID = {
  ecdsaWithSha256: '2a8648ce3d040302',
  commonName: '550403',
  crlDistributionPoints: '551d1f',
  androidKeyDescription: '2b06010401d679020111',
};

/** Encodes a value of less than 64 KiB. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

const sequence = (...contents: readonly Uint8Array[]) => der(TAG.sequence, ...contents);
const integer = (value: number) => der(TAG.integer, Buffer.from([value]));
const oid = (name: keyof typeof OID) => der(TAG.oid, Buffer.from(OID[name], 'hex'));
const nameOf = (text: string) =>
  sequence(der(TAG.set, sequence(oid('commonName'), der(TAG.utf8, Buffer.from(text)))));
const extension = (name: keyof typeof OID, value: Uint8Array) => sequence(oid(name), der(TAG.octets, value));

interface Certificate {
  readonly of: string;
  readonly publicKey: KeyObject;
  readonly extensions?: readonly Uint8Array[];
}

/** Makes an X.509 certificate (RFC 5280, 4.1) that is signed by a root named `root`. */
function certificate({ of, publicKey, extensions = [] }: Certificate, root: KeyObject): Uint8Array {
  const algorithm = sequence(oid('ecdsaWithSha256'));
  const times = ['200101000000Z', '491231235959Z'].map((time) => der(TAG.time, Buffer.from(time)));
  const body = sequence(
    der(0xa0, integer(2)),
    integer(1),
    algorithm,
    nameOf('root'),
    sequence(...times),
    nameOf(of),
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der(0xa3, sequence(...extensions))] : []),
  );
  const signature = der(3, Buffer.from([0]), sign('sha256', body, root));
  return new Uint8Array(sequence(body, algorithm, signature));
}

/**
 * Makes an `android-key` attestation (WebAuthn, 8.4) whose certificate tells to look up at `crlUrl` whether it
 * was revoked. Anybody can make one: its root is nobody's.
 */
export function androidAttestation(publicKey: KeyObject, clientData: Uint8Array, crlUrl: string) {
  const root = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const challenge = der(TAG.octets, createHash('sha256').update(clientData).digest());
  const level = der(TAG.enumerated, Buffer.from([1]));
  const [version, nothing] = [integer(4), der(TAG.octets)];
  const description = sequence(version, level, version, level, challenge, nothing, sequence(), sequence());
  const crl = sequence(sequence(der(0xa0, der(0xa0, der(0x86, Buffer.from(crlUrl))))));
  const extensions = [
    extension('androidKeyDescription', description),
    extension('crlDistributionPoints', crl),
  ];
  const leaf = certificate({ of: 'key', publicKey, extensions }, root.privateKey);
  const x5c = [leaf, certificate({ of: 'root', publicKey: root.publicKey }, root.privateKey)];
  return { fmt: 'android-key', attStmt: { alg: -7, sig: new Uint8Array(64), x5c } };
}
