import { z } from 'zod';
import { defineErrors } from '../core/define-errors.js';

/** Errors that the HTTP edge itself raises. */
export const gatewayErrors = defineErrors({
  UNAUTHENTICATED: { kind: 'unauthenticated', message: 'Please log in to continue.' },
  /** `details.ways` are the ways in which this member can confirm. */
  CONFIRMATION_NEEDED: { kind: 'forbidden', message: 'Please confirm that it is you to go on.' },
  MODERATORS_ONLY: {
    kind: 'forbidden',
    message: 'This is for moderators alone, who need a second factor: Settings, Security.',
  },
  ROUTE_NOT_FOUND: { kind: 'not-found', message: 'There is nothing at this address.' },
  MALFORMED_REQUEST: {
    kind: 'invalid',
    message: 'This request cannot be read. Check that its body is valid JSON and its address is well formed.',
  },
  HEADERS_TOO_LARGE: { kind: 'too-large', message: 'The headers of this request are too large.' },
  REQUEST_TIMEOUT: { kind: 'invalid', message: 'The request took too long to arrive. Please try again.' },
  BODY_TOO_LARGE: { kind: 'too-large', message: 'This is too much for one request. Please send less.' },
  UNSUPPORTED_MEDIA_TYPE: {
    kind: 'unsupported-media',
    message: 'Likewell reads JSON here. Send the body as application/json.',
  },
  UPLOAD_MALFORMED: {
    kind: 'invalid',
    message:
      'Send one file as multipart/form-data, in the form field that the route names, and nothing else.',
  },
  INVALID_IDEMPOTENCY_KEY: { kind: 'invalid', message: 'The Idempotency-Key must be a UUID.' },
});

/** Body of every error response. `requestId` identifies the request in the logs. */
export const errorBody = z.object({
  error: z.string(),
  code: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
  requestId: z.string(),
});
export type ErrorBody = z.output<typeof errorBody>;
