// @ts-check

/** Keywords that a validator of JSON Schema uses; the rest of an API's description is left out. */
const KEPT = new Set([
  ...['$ref', 'type', 'enum', 'pattern', 'minimum', 'maximum', 'minLength', 'maxLength', 'items', 'minItems'],
  ...['maxItems', 'properties', 'required', 'additionalProperties', 'allOf', 'anyOf', 'oneOf'],
]);
const ANY_NUMBER_OR_TEXT = ['string', 'integer'];
const QUANTITY = 'io.k8s.apimachinery.pkg.api.resource.Quantity';

/** @param {unknown} value @returns {value is Record<string, any>} */
export function isRecord(value) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Converts an API's schema to JSON Schema that rejects unknown fields. References stay within
 * definitions.json.
 * @param {Record<string, any>} schema
 * @returns {Record<string, any>}
 */
export function strict(schema) {
  if (schema['x-kubernetes-int-or-string'] || schema.format === 'int-or-string') {
    return { type: ANY_NUMBER_OR_TEXT };
  }
  if (schema.$ref === `#/definitions/${QUANTITY}`) return { type: [...ANY_NUMBER_OR_TEXT, 'number'] };
  /** @type {Record<string, any>} */
  const result = {};
  for (const [key, value] of Object.entries(schema)) {
    if (KEPT.has(key)) result[key] = key === 'properties' ? mapValues(value) : part(value);
  }
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] || 'additionalProperties' in schema;
  if (result.properties && !isOpen) result.additionalProperties = false;
  return result;
}

/** @param {Record<string, any>} properties */
function mapValues(properties) {
  return Object.fromEntries(Object.entries(properties).map(([name, value]) => [name, strict(value)]));
}

/** @param {unknown} value */
function part(value) {
  if (Array.isArray(value)) return value.map((item) => (isRecord(item) ? alternative(item) : item));
  return isRecord(value) ? strict(value) : value;
}

/**
 * Converts one of several alternatives, which constrains an object whose fields are listed elsewhere.
 * @param {Record<string, any>} schema
 */
function alternative(schema) {
  const part = strict(schema);
  delete part.additionalProperties;
  return part;
}
