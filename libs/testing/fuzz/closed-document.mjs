// @ts-check

/**
 * Closes the schemas of responses, which a client has to read as open: here a field that the description does
 * not have is a finding.
 * @param {any} document the description of the API
 */
export function closedDocument({ paths, components, ...rest }) {
  const closedPaths = mapValues(paths, (path) =>
    mapValues(path, (operation) => ({ ...operation, responses: closed(operation.responses) })),
  );
  return { ...rest, paths: closedPaths, components: closed(components) };
}

/** @param {any} part @returns {any} */
function closed(part) {
  if (Array.isArray(part)) return part.map(closed);
  if (part === null || typeof part !== 'object') return part;
  const all = mapValues(part, closed);
  return part.type === 'object' && part.properties ? { additionalProperties: false, ...all } : all;
}

/** @param {Record<string, any>} object @param {(value: any) => any} change */
const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]));
