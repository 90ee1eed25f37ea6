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
 * Derives the relying party from the site's configured origins, never from a header: the first host name, or
 * the shortest of the others that it lies below, and the origins at or below that. A further origin of another
 * name voids no passkey. Browsers give no passkey to a bare IP address.
 * @throws AppError PASSKEYS_NOT_SET_UP
 */
export function relyingPartyOf({ SITE_ORIGINS }: Pick<AuthConfig, 'SITE_ORIGINS'>): RelyingParty {
  const hosts = SITE_ORIGINS.map((origin) => new URL(origin).hostname).filter(
    (host) => !IS_ADDRESS.test(host),
  );
  const [site] = hosts;
  if (site === undefined) throw new AppError(authErrors.PASSKEYS_NOT_SET_UP);
  const above = hosts.filter((host) => isWithin(site, host));
  const id = above.reduce((shortest, host) => (host.length < shortest.length ? host : shortest));
  return { id, origins: SITE_ORIGINS.filter((origin) => isWithin(new URL(origin).hostname, id)) };
}

const isWithin = (host: string, name: string): boolean => host === name || host.endsWith(`.${name}`);
