import type { Route } from '@likewell/contracts/gateway/define-route';
import { z } from 'zod';

const spellings = new WeakMap<Route, RegExp>();

/**
 * Tells whether a response may be cached under this address. The address must be spelled as the page spells
 * it, so that nobody can create a thousand addresses of one response with meaningless parameters.
 */
export function isCacheableAddress(route: Route, address: string): boolean {
  const spelling = spellings.get(route) ?? spellingOf(route);
  spellings.set(route, spelling);
  return spelling.test(address);
}

/** Matches the path with plain values, and the declared parameters at most once each, in their order. */
function spellingOf({ path, query }: Route): RegExp {
  const names = query instanceof z.ZodObject ? Object.keys(query.shape) : [];
  const parameters = names.map((name) => `(?:[?&]${name}=[\\w-]{0,300})?`).join('');
  return new RegExp(`^${path.replaceAll(/:\w+/g, '[\\w-]{1,100}')}${parameters}$`);
}
