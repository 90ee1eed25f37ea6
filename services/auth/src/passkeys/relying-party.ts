import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { AuthConfig } from '../config.js';

/** The relying party for passkeys, and the origins of the site where they work. */
export interface RelyingParty {
  /** A host name in which the names of all its origins end (WebAuthn, RP ID). */
  readonly id: string;
  readonly origins: readonly string[];
}

const IS_ADDRESS = /^\[|^[\d.]+$/;

/**
 * Derives the relying party from the site's configured origins, never from a header: the shortest host name,
 * and the origins at or below it. Browsers give no passkey to a bare IP address.
 * @throws AppError PASSKEYS_NOT_SET_UP
 */
export function relyingPartyOf({ SITE_ORIGINS }: Pick<AuthConfig, 'SITE_ORIGINS'>): RelyingParty {
  const hosts = SITE_ORIGINS.map((origin) => new URL(origin).hostname).filter(
    (host) => !IS_ADDRESS.test(host),
  );
  const [id] = hosts.toSorted((a, b) => a.length - b.length);
  if (id === undefined) throw new AppError(authErrors.PASSKEYS_NOT_SET_UP);
  const isBelow = (host: string) => host === id || host.endsWith(`.${id}`);
  return { id, origins: SITE_ORIGINS.filter((origin) => isBelow(new URL(origin).hostname)) };
}
