import type { ErrorDefinition } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import type { Route } from '@likewell/contracts/gateway/define-route';
import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { ERROR_STATUS } from '../request/app-error.filter.js';

const NOT_JSON = gatewayErrors.UNSUPPORTED_MEDIA_TYPE;
/** Errors of every route; that of a body that is no JSON is none of uploads. */
const SHARED: readonly ErrorDefinition[] = [
  commonErrors.INVALID_INPUT,
  gatewayErrors.MALFORMED_REQUEST,
  gatewayErrors.BODY_TOO_LARGE,
  NOT_JSON,
  commonErrors.RATE_LIMITED,
  commonErrors.INTERNAL,
  commonErrors.UNAVAILABLE,
  commonErrors.DEADLINE_EXCEEDED,
  commonErrors.OVERLOADED,
];

const JSON_ERROR = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
/** A pop-up window gets JSON only where a request is rejected before its address was read. */
const POPUP_ERROR = {
  'text/html': {
    schema: { type: 'object', properties: { error: { type: 'string' } }, required: ['error'] },
  },
  ...JSON_ERROR,
};

/** Responses that routes share: for each status with errors of every route, those errors. */
export const sharedResponses = Object.fromEntries(
  [...byStatus(SHARED)].map(([status, errors]) => [`Error${status}`, responseOf(status, errors, JSON_ERROR)]),
);

/** Responses of a route's errors: for each status the codes that come with it, and what each tells a person. */
export function errorResponses(route: Route): Record<string, unknown> {
  const content = route.popup ? POPUP_ERROR : JSON_ERROR;
  const responses: Record<string, unknown> = { default: { description: 'Any other error', content } };
  const ofRoute = [...SHARED, ...errorsOf(route)].filter((error) => !route.upload || error !== NOT_JSON);
  for (const [status, errors] of byStatus(ofRoute)) {
    const isShared = !route.popup && errors.every((error) => SHARED.includes(error));
    responses[status] = isShared
      ? { $ref: `#/components/responses/Error${status}` }
      : responseOf(status, errors, content);
  }
  return responses;
}

function errorsOf({ access, confirm, upload, idempotent, errors }: Route): ErrorDefinition[] {
  return [
    ...(access === 'public' ? [] : [commonErrors.ACTOR_NOT_VOUCHED]),
    ...(access === 'member' || access === 'moderator' ? [gatewayErrors.UNAUTHENTICATED] : []),
    ...(access === 'moderator' ? [gatewayErrors.MODERATORS_ONLY] : []),
    ...(confirm ? [gatewayErrors.CONFIRMATION_NEEDED] : []),
    ...(upload ? [gatewayErrors.UPLOAD_MALFORMED] : []),
    ...(idempotent ? [gatewayErrors.INVALID_IDEMPOTENCY_KEY] : []),
    ...errors,
  ];
}

function byStatus(errors: readonly ErrorDefinition[]): Map<number, ErrorDefinition[]> {
  const groups = new Map<number, ErrorDefinition[]>();
  for (const error of new Set(errors)) {
    const status = ERROR_STATUS[error.kind];
    groups.set(status, [...(groups.get(status) ?? []), error]);
  }
  return groups;
}

function responseOf(status: number, errors: readonly ErrorDefinition[], content: object) {
  const headers = headersOf(status, errors);
  return {
    description: errors.map(({ code, message }) => `- \`${code}\`: ${message}`).join('\n'),
    ...(headers && { headers }),
    content,
  };
}

function headersOf(status: number, errors: readonly ErrorDefinition[]) {
  if (status === ERROR_STATUS.unauthenticated)
    return { 'WWW-Authenticate': { required: true, schema: { type: 'string', const: 'Bearer' } } };
  if (status !== ERROR_STATUS['rate-limited'] && status !== ERROR_STATUS.unavailable) return null;
  const required = errors.every(({ kind }) => kind !== 'not-set-up');
  const description = `Seconds after which to try again${required ? '' : '; absent where waiting does not help'}`;
  return { 'Retry-After': { description, required, schema: { type: 'integer' } } };
}
