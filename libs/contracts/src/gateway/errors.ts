import { z } from 'zod';
import { confirmationWay } from '../auth/confirmation-rpc.js';
import { codeWay, secondFactorWay } from '../auth/second-factor-way.js';
import { defineErrors } from '../core/define-errors.js';

/** Errors that the HTTP edge itself raises. */
export const gatewayErrors = defineErrors({
  unauthenticated: { UNAUTHENTICATED: 'Please log in to continue.' },
  forbidden: {
    CONFIRMATION_NEEDED: 'Please confirm that it is you to go on.',
    MODERATORS_ONLY:
      'Only moderators may do this, and moderators need a second factor: add one in Settings, Security.',
  },
  'not-found': { ROUTE_NOT_FOUND: 'There is nothing at this address.' },
  invalid: {
    MALFORMED_REQUEST:
      'This request cannot be read. Check that its body is valid JSON and its address is well formed.',
    REQUEST_TIMEOUT: 'The request took too long to arrive. Please try again.',
    UPLOAD_MALFORMED:
      'Send one file as multipart/form-data, in the form field that the route names, and nothing else.',
    INVALID_IDEMPOTENCY_KEY: 'The Idempotency-Key must be a UUID.',
  },
  'too-large': {
    HEADERS_TOO_LARGE: 'The headers of this request are too large.',
    BODY_TOO_LARGE: 'This is too much for one request. Please send less.',
  },
  'unsupported-media': {
    UNSUPPORTED_MEDIA_TYPE: 'Likewell reads JSON here. Send the body as application/json.',
  },
});

/** What some errors say beside their code. */
const details = z.looseObject({
  field: z.string().optional().describe('Path of what in the request is not right'),
  retryAfterSeconds: z.int().optional().describe('Seconds after which to try again, as in `Retry-After`'),
  ways: z
    .array(z.string())
    .optional()
    .describe(
      `What the member can show: of \`CONFIRMATION_NEEDED\` some of ${[...confirmationWay.options, ...codeWay.options].join(', ')}; of \`SECOND_FACTOR_NEEDED\` some of ${secondFactorWay.options.join(', ')}`,
    ),
  ticket: z
    .string()
    .optional()
    .describe('Of `SECOND_FACTOR_NEEDED`: what `POST /api/auth/second-factor` takes with one of the ways'),
});

/** Body of every error response. */
export const errorBody = z.object({
  error: z.string().describe('What a person is told, and can do'),
  code: z.string().describe('What a client can act upon; the responses of each route name theirs'),
  details: details.optional(),
  requestId: z.string().describe('Names the request in the logs'),
});
export type ErrorBody = z.output<typeof errorBody>;
