import type { PasskeyResponse } from '@likewell/contracts/auth/passkey';
import type { RegistrationResponseJSON } from '@simplewebauthn/server';
import { decodeAttestationObject, isoBase64URL, isoCBOR } from '@simplewebauthn/server/helpers';

/**
 * Returns the response for a new passkey with an attestation of format `none` (WebAuthn, 8.7), which is what
 * we request. Any other is not even read: anybody can make its certificates, and the library fetches the
 * addresses that certificates of an `android-key` give for the list of revoked ones.
 * @throws Error if the response has no attestation object
 */
export function withoutAttestation(made: PasskeyResponse): RegistrationResponseJSON {
  const response = made as unknown as RegistrationResponseJSON;
  const { attestationObject } = response.response;
  const given = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject));
  const none = new Map<string, string | Uint8Array | Map<string, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', given.get('authData')],
  ]);
  const encoded = isoBase64URL.fromBuffer(isoCBOR.encode(none));
  return { ...response, response: { ...response.response, attestationObject: encoded } };
}
