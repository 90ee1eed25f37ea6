import type { Route } from '@likewell/contracts/gateway/define-route';
import type { RoutePart } from './route-part';

/**
 * Returns the address of a route: `:name` replaced from `params`, `query` appended; null and
 * undefined are sent as ''.
 */
export function buildUrl<R extends Route>(
  { path }: R,
  { params, query }: RoutePart<R, 'params'> & RoutePart<R, 'query'>,
): string {
  const values = new Map(Object.entries(params ?? {}));
  const filled = path.replace(/:(\w+)/g, (_match, name: string) =>
    encodeURIComponent(text(values.get(name))),
  );
  const pairs = Object.entries(query ?? {}).map(([name, value]) => [name, text(value)]);
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
