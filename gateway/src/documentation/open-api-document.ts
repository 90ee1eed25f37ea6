import { errorBody } from '@likewell/contracts/gateway/errors';
import type { Route, Upload } from '@likewell/contracts/gateway/define-route';
import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { errorResponses, sharedResponses } from './error-responses.js';

type Schema = Record<string, unknown>;

const DESCRIPTION =
  'Write, read and tip. Amounts are LIKE. A response may gain fields at any time, and a status may gain error codes.';

/** Builds the document from the same schemas that validate requests. */
export function openApiDocument(routes: Iterable<Route>): OpenAPIObject {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Likewell', version: '1.0.0', description: DESCRIPTION },
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: jsonSchema(errorBody, 'output') },
      responses: sharedResponses,
    },
  } as unknown as OpenAPIObject;
}

function operation(route: Route): Schema {
  return {
    operationId: `${route.method} ${route.path}`,
    summary: route.summary,
    tags: [route.path.split('/')[2]],
    ...(route.access !== 'public' && { security: security(route) }),
    parameters: [
      ...parameters(route.params, 'path'),
      ...parameters(route.query, 'query'),
      ...(route.idempotent ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(route.body && {
      requestBody: { required: true, content: json(jsonSchema(route.body, 'input')) },
    }),
    ...(route.upload && { requestBody: { required: true, content: form(route.upload) } }),
    responses: { ...(route.popup ? popupResponses(route) : responses(route)), ...errorResponses(route) },
  };
}

function responses(route: Route): Schema {
  const schema = jsonSchema(route.response, 'output');
  return {
    [route.status ?? 200]: {
      description: 'Success',
      content: { [route.media ?? 'application/json']: { schema } },
    },
    ...((route.cacheable === true || route.hasEtag === true) && {
      304: { description: 'What If-None-Match names is still the response' },
    }),
    ...(route.mayRespondLater && {
      202: { description: 'Accepted; it goes on without the caller', content: json(schema) },
    }),
  };
}

function popupResponses(route: Route): Schema {
  return {
    200: {
      description: 'A page that posts this, or an error, to its opener and closes',
      content: { 'text/html': { schema: jsonSchema(route.response, 'output') } },
    },
    302: { description: 'On to Google' },
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Made by the client before sending; the same key moves money once.',
  schema: { type: 'string', format: 'uuid' },
};

function security({ access }: Route): Schema[] {
  return access === 'optional' ? [{}, { session: [] }] : [{ session: [] }];
}

function parameters(schema: z.ZodType | undefined, place: 'path' | 'query'): Schema[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as {
    properties?: Record<string, Schema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }));
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Schema {
  const { $schema, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    ...(io === 'output' && { override: leaveOpen }),
  }) as Schema;
  return rest;
}

/** Responses may gain fields: a client that was generated earlier has to accept those. */
function leaveOpen({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
}

const form = ({ field }: Upload) => ({
  'multipart/form-data': {
    schema: {
      type: 'object',
      properties: { [field]: { type: 'string', format: 'binary' } },
      required: [field],
    },
  },
});
const json = (schema: Schema) => ({ 'application/json': { schema } });
