import { z } from 'zod';
import { ConfigError } from './config-error.js';

/**
 * ENVIRONMENT, whose money it is: in `production` it is people's, and nothing that only plays the outside world may take
 * part; `development` is a laptop, a test, a cluster on one machine. Who says nothing is in production.
 */
export const environment = z.enum(['production', 'development']).default('production');
export type Environment = z.output<typeof environment>;

/** Addresses outside that a process asks, by the variable that names them; an empty one is asked nothing. */
export type OutsideWorld = Readonly<Record<string, string | readonly string[]>>;

/**
 * The hosts that a process speaks to outside, by variable, for its log: of an address, which may hold a key, no more.
 * @throws ConfigError in production, where one of them is not asked over TLS: that is nobody outside, but a stand-in
 */
export function outsideHosts(kind: Environment, outside: OutsideWorld): Record<string, string[]> {
  const urls = Object.entries(outside).map(
    ([name, given]) => [name, [given].flat().filter(Boolean)] as const,
  );
  const insecure = urls.filter(([, list]) => list.some((url) => new URL(url).protocol !== 'https:'));
  if (kind === 'production' && insecure.length > 0) {
    const lines = insecure.map(
      ([name]) => `  ${name}: must begin with https:// where ENVIRONMENT is production`,
    );
    throw new ConfigError(`Bad configuration:\n${lines.join('\n')}`);
  }
  return Object.fromEntries(urls.map(([name, list]) => [name, list.map((url) => new URL(url).host)]));
}
