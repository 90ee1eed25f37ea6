// @ts-check
import { createHash, createPrivateKey, createPublicKey, randomBytes, sign } from 'node:crypto';
import { isIP } from 'node:net';

// Certificates of a private authority, made only with Node, because openssl may be missing where the secrets
// of an installation are created. X.509 (RFC 5280) with Ed25519 keys (RFC 8410).

/** PKCS #8 prefix of the 32 bytes of a key. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');
const [BOOLEAN, INTEGER, BITS, OCTETS, OID, UTF8] = [0x01, 0x02, 0x03, 0x04, 0x06, 0x0c];
const [UTC_TIME, GENERALIZED_TIME, SEQUENCE, SET] = [0x17, 0x18, 0x30, 0x31];
const TRUE = Buffer.from([0xff]);
/** Object identifiers, in DER. */
const OIDS = {
  ed25519: '2b6570',
  commonName: '550403',
  subjectKeyIdentifier: '551d0e',
  keyUsage: '551d0f',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  authorityKeyIdentifier: '551d23',
  extKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
  clientAuth: '2b06010505070302',
};
const AUTHORITY_YEARS = 20;
const CERTIFICATE_YEARS = 2;
/** Certificates are valid from an hour ago, since clocks of other machines may be behind. */
const BEFORE_MS = 3_600_000;

/**
 * Derives an authority from a secret: certificates that it issues at any time are trusted by everyone who
 * trusts it.
 * @param {string} secret 64 hex digits
 * @param {string} name
 */
function certificateAuthority(secret, name) {
  const key = privateKey(Buffer.from(secret, 'hex'));
  const own = { key, name };
  const isAuthority = [
    extension('basicConstraints', true, der(SEQUENCE, der(BOOLEAN, TRUE))),
    // keyCertSign, cRLSign
    extension('keyUsage', true, der(BITS, Buffer.from([1, 0b0000_0110]))),
  ];
  return {
    /** Its own certificate, in PEM. */
    certificate: certificate(own, own, AUTHORITY_YEARS, isAuthority),
    /**
     * Issues a new key and certificate, in PEM, for a server with these names; it may also act as a client of
     * its peers.
     * @param {[string, ...string[]]} names host names or IPv4 addresses
     */
    issue(names) {
      const server = { key: privateKey(randomBytes(32)), name: names[0] };
      const issued = certificate(server, own, CERTIFICATE_YEARS, [
        extension('basicConstraints', true, der(SEQUENCE)),
        // digitalSignature
        extension('keyUsage', true, der(BITS, Buffer.from([7, 0b1000_0000]))),
        extension('extKeyUsage', false, der(SEQUENCE, oid('serverAuth'), oid('clientAuth'))),
        extension('subjectAltName', false, der(SEQUENCE, ...names.map(generalName))),
      ]);
      return {
        certificate: issued,
        key: pem('PRIVATE KEY', server.key.export({ format: 'der', type: 'pkcs8' })),
      };
    },
  };
}

/**
 * Returns the authority for the servers of an installation's bus.
 * @param {(name: string) => string} secret
 */
export const busAuthority = (secret) => certificateAuthority(secret('nats.authority'), 'The bus of Likewell');

/** @typedef {{ key: import('node:crypto').KeyObject, name: string }} Party */

/** @param {Buffer} raw 32 bytes */
function privateKey(raw) {
  return createPrivateKey({ key: Buffer.concat([PKCS8, raw]), format: 'der', type: 'pkcs8' });
}

/**
 * @param {Party} subject
 * @param {Party} issuer
 * @param {number} years validity from now on
 * @param {Buffer[]} extensions
 */
function certificate(subject, issuer, years, extensions) {
  const algorithm = der(SEQUENCE, oid('ed25519'));
  const begin = new Date(Date.now() - BEFORE_MS);
  const end = new Date(begin);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  const signed = der(
    SEQUENCE,
    // Version 3, and a unique positive serial number.
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.concat([Buffer.from([1]), randomBytes(15)])),
    algorithm,
    nameOf(issuer),
    der(SEQUENCE, timeOf(begin), timeOf(end)),
    nameOf(subject),
    publicKey(subject),
    der(
      0xa3,
      der(
        SEQUENCE,
        ...extensions,
        extension('subjectKeyIdentifier', false, der(OCTETS, keyIdentifier(subject))),
        extension('authorityKeyIdentifier', false, der(SEQUENCE, der(0x80, keyIdentifier(issuer)))),
      ),
    ),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign(null, signed, issuer.key)]);
  return pem('CERTIFICATE', der(SEQUENCE, signed, algorithm, der(BITS, signature)));
}

/** @param {Party} party */
function nameOf({ name }) {
  return der(SEQUENCE, der(SET, der(SEQUENCE, oid('commonName'), der(UTF8, Buffer.from(name)))));
}

/** @param {Party} party */
function publicKey({ key }) {
  return createPublicKey(key).export({ format: 'der', type: 'spki' });
}

/** @param {Party} party */
function keyIdentifier(party) {
  return createHash('sha256').update(publicKey(party)).digest().subarray(0, 20);
}

/** @param {keyof typeof OIDS} name @param {boolean} isCritical @param {Buffer} value */
function extension(name, isCritical, value) {
  return der(SEQUENCE, oid(name), ...(isCritical ? [der(BOOLEAN, TRUE)] : []), der(OCTETS, value));
}

/** @param {string} name */
function generalName(name) {
  return isIP(name) === 4
    ? der(0x87, Buffer.from(name.split('.').map(Number)))
    : der(0x82, Buffer.from(name, 'ascii'));
}

/** @param {keyof typeof OIDS} name */
function oid(name) {
  return der(OID, Buffer.from(OIDS[name], 'hex'));
}

/** @param {Date} date */
function timeOf(date) {
  const text = `${date.toISOString().replace(/\D/g, '').slice(0, 14)}Z`;
  return date.getUTCFullYear() < 2050
    ? der(UTC_TIME, Buffer.from(text.slice(2)))
    : der(GENERALIZED_TIME, Buffer.from(text));
}

/** @param {number} tag @param {Buffer[]} parts */
function der(tag, ...parts) {
  const body = Buffer.concat(parts);
  const size = body.length;
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}

/** @param {string} label @param {Buffer} bytes */
function pem(label, bytes) {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join('\n')}\n-----END ${label}-----\n`;
}
