import { importPart } from '../ui/import-part';

const browser = () => importPart(() => import('@simplewebauthn/browser'));
const NOT_DONE = 'No passkey was used. Please try again, or choose another way.';

/** True where the browser knows passkeys. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function';

/** Has an authenticator make a passkey. @param options as the server wrote them @throws Error with a sentence to show */
export async function makePasskey(options: Record<string, unknown>) {
  const { startRegistration } = await browser();
  return readable(startRegistration({ optionsJSON: options as never }));
}

/** Has an authenticator prove who somebody is. @param options as the server wrote them @throws Error with a sentence to show */
export async function showPasskey(options: Record<string, unknown>) {
  const { startAuthentication } = await browser();
  return readable(startAuthentication({ optionsJSON: options as never }));
}

/** What browsers say of a member who closed their window is no sentence for people. */
async function readable<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (cause) {
    const isThere = cause instanceof Error && cause.name === 'InvalidStateError';
    throw new Error(isThere ? 'This passkey is here already.' : NOT_DONE, { cause });
  }
}
