import type { ReactNode } from 'react';
import { matchPath } from 'react-router-dom';

type Params = Partial<Record<string, string>>;

/** The paths of screens, such as `/p/:id`, and what shows each of them. */
export type Screens = readonly (readonly [path: string, show: (params: Params) => ReactNode])[];

/** Returns the first of these screens whose path an address has; undefined when none has it. */
export function screenAt(screens: Screens, pathname: string): ReactNode {
  const address = decoded(pathname);
  for (const [path, show] of screens) {
    const match = matchPath(path, address);
    if (match) return show(match.params);
  }
  return undefined;
}

/** Returns the address without percent-encoding but that of a slash; as it is where it cannot be decoded. */
function decoded(pathname: string): string {
  try {
    return pathname
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
      .join('/');
  } catch {
    return pathname;
  }
}
