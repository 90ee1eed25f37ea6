import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import type { AuthConfig } from '../config.js';

/** Who asks for passkeys, and at which addresses of the site they work. */
export interface RelyingParty {
  /** A host's name that all its origins have at their end (WebAuthn, RP ID). */
  readonly id: string;
  readonly origins: readonly string[];
}

const IS_ADDRESS = /^\[|^[\d.]+$/;

/**
 * Of the site's origins, never of what a browser says in a header: the shortest host's name, and those at or below it. Browsers
 * give no passkey to a bare address.
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
