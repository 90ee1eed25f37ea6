import { z } from 'zod';
import { ConfigError } from './config-error.js';

/**
 * ENVIRONMENT. In `production` the money belongs to real people, and no stand-in for an outside service may
 * take part; `development` is a laptop, a test, a cluster on one machine. Without a value it is production.
 */
export const environment = z.enum(['production', 'development']).default('production');
export type Environment = z.output<typeof environment>;

/**
 * Addresses of outside services that a process calls, by the variable that names them; an empty one is never
 * called.
 */
export type OutsideWorld = Readonly<Record<string, string | readonly string[]>>;

/**
 * Returns the hosts of the outside services that a process calls, by variable, for its log. Only the host is
 * given because an address may contain a key.
 * @throws ConfigError in production when one of them is called without TLS: that can only be a stand-in
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
