interface Target {
  path: string;
  params?: unknown;
  query?: unknown;
}

/** The address of a call: `:name` filled from `params`, `query` appended; null and undefined travel as ''. */
export function buildUrl({ path, params, query }: Target): string {
  const values = (params ?? {}) as Record<string, unknown>;
  const filled = path.replace(/:(\w+)/g, (_match, name: string) => encodeURIComponent(text(values[name])));
  const pairs = Object.entries(query ?? {}).map(([name, value]) => [name, text(value)]);
  return pairs.length === 0 ? filled : `${filled}?${new URLSearchParams(pairs)}`;
}

const text = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
