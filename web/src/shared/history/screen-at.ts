import type { ReactNode } from 'react';

type Params = Partial<Record<string, string>>;

/** The paths of screens, such as `/p/:id`, and what shows each of them. */
export type Screens = readonly (readonly [path: string, show: (params: Params) => ReactNode])[];

/** Returns the first of these screens whose path an address has; undefined when none has it. */
export function screenAt(screens: Screens, pathname: string): ReactNode {
  for (const [path, show] of screens) {
    const params = paramsOf(path, pathname);
    if (params) return show(params);
  }
  return undefined;
}

/** Returns what an address has in the places of this path; null when it has another path. */
export function paramsOf(path: string, pathname: string): Params | null {
  const names = path.split('/');
  const parts = partsOf(pathname);
  const isName = (name: string) => name.startsWith(':');
  if (names.length !== parts.length) return null;
  if (!names.every((name, at) => isName(name) || name === parts[at]?.toLowerCase())) return null;
  return Object.fromEntries(names.flatMap((name, at) => (isName(name) ? [[name.slice(1), parts[at]]] : [])));
}

/** Returns the parts between an address's slashes, decoded; as they are where one cannot be. */
function partsOf(pathname: string): string[] {
  const parts = pathname.replace(/\/+$/, '').split('/');
  try {
    return parts.map((part) => decodeURIComponent(part));
  } catch {
    return parts;
  }
}
