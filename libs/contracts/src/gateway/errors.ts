import { z } from 'zod';
import { defineErrors } from '../core/define-errors.js';

/** Errors that the HTTP edge itself raises. */
export const gatewayErrors = defineErrors({
  unauthenticated: { UNAUTHENTICATED: 'Please log in to continue.' },
  forbidden: {
    /** `details.ways` are the ways in which this member can confirm. */
    CONFIRMATION_NEEDED: 'Please confirm that it is you to go on.',
    MODERATORS_ONLY: 'This is for moderators alone, who need a second factor: Settings, Security.',
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

/** Body of every error response. `requestId` identifies the request in the logs. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.output<typeof errorBody>;
