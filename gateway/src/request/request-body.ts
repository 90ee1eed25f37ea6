import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import type { Upload } from '@likewell/contracts/gateway/define-route';
import { AppError } from '@likewell/contracts/core/app-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import readBytes from 'raw-body';
import { parse } from 'secure-json-parse';

const NOT_UTF8 = 'The body of this request is not in UTF-8. Send it again in UTF-8.';
/** Large enough for the longest post in the longest JSON encoding. */
const MAX_JSON_BYTES = 128 * 1024;
const MAX_FILE_BYTES = 1024 * 1024;
/** Space for the boundaries, the headers of a part and the file's name, around the largest file of any route. */
const FRAME_BYTES = 8 * 1024;
const [CR, LF] = [13, 10];
/** A form's content type (RFC 7578), with its boundary (RFC 2046). */
const FORM_TYPE =
  /^multipart\/form-data *(?:;.*)?; *boundary=("?)(?<boundary>[\w'()+,./:=?-]{1,70})\1 *(?:;|$)/i;

/**
 * Leaves every body unread until the guards have accepted its request. JSON is named beside all others, because Fastify
 * remembers the parser of a type that has a name, and reads the type of all others anew each time.
 */
export function leaveBodiesUnread(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(['application/json', '*'], (_request, _body, done) => {
    done(null);
  });
}

/**
 * Returns the request's JSON. An empty body counts as none, whatever its type: some calls of the spec
 * (section 7) send a JSON content type and no body.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, MALFORMED_REQUEST
 */
export async function readJson(request: FastifyRequest): Promise<unknown> {
  if (!mayHaveBody(request)) return undefined;
  if (mediaTypeOf(request) !== 'application/json') throw new AppError(gatewayErrors.UNSUPPORTED_MEDIA_TYPE);
  const bytes = await readAtMost(MAX_JSON_BYTES, request);
  if (bytes.length === 0) return undefined;
  // RFC 8259, 8.1. To decode it anyway would make one text of what were different ones, such as two passwords.
  if (!isUtf8(bytes)) throw new AppError(gatewayErrors.MALFORMED_REQUEST, { message: NOT_UTF8 });
  try {
    // Rejects keys that would reach an object's prototype.
    return parse(bytes.toString(), { protoAction: 'error', constructorAction: 'error' });
  } catch (cause) {
    throw new AppError(gatewayErrors.MALFORMED_REQUEST, { cause });
  }
}

/**
 * Returns the one file of a form. The name and the type that the form states are not trusted, so they are not
 * passed on.
 * @throws AppError UPLOAD_MALFORMED, BODY_TOO_LARGE
 */
export async function readUpload(request: FastifyRequest, { field, maxBytes }: Upload): Promise<Uint8Array> {
  const [entry, ...others] = await readForm(request);
  const [name, file] = entry ?? [];
  if (others.length > 0 || name !== field || file === undefined || typeof file === 'string') {
    throw new AppError(gatewayErrors.UPLOAD_MALFORMED);
  }
  if (file.size > maxBytes) throw new AppError(gatewayErrors.BODY_TOO_LARGE);
  return new Uint8Array(await file.arrayBuffer());
}

/**
 * Uses the parser of Node's own fetch on a complete body of limited size, so that it cannot hang, and only if
 * that body is one part with a short head: thousands of parts or of header lines would take it seconds.
 */
async function readForm(request: FastifyRequest) {
  const boundary = FORM_TYPE.exec(request.headers['content-type'] ?? '')?.groups?.boundary;
  if (boundary === undefined) throw new AppError(gatewayErrors.UPLOAD_MALFORMED);
  const bytes = await readAtMost(MAX_FILE_BYTES + FRAME_BYTES, request);
  // The line break after a preamble that is empty (RFC 2046, 5.1.1).
  const body = bytes.subarray(bytes[0] === CR && bytes[1] === LF ? 2 : 0);
  if (!isOnePart(body, boundary)) throw new AppError(gatewayErrors.UPLOAD_MALFORMED);
  try {
    const headers = { 'content-type': `multipart/form-data; boundary="${boundary}"` };
    // oxlint-disable-next-line typescript/no-deprecated -- advised against for bodies without a bound
    const form = await new Response(body, { headers }).formData();
    return [...form];
  } catch (cause) {
    throw new AppError(gatewayErrors.UPLOAD_MALFORMED, { cause });
  }
}

/** Tells whether a body is a single part between two delimiters, with a head that fits into the frame. */
function isOnePart(body: Buffer, boundary: string): boolean {
  const delimiter = `--${boundary}`;
  const end = body.indexOf(delimiter, delimiter.length);
  return (
    body.indexOf(delimiter) === 0 &&
    body.subarray(0, FRAME_BYTES).includes('\r\n\r\n') &&
    body.indexOf(delimiter, end + 1) === -1
  );
}

/** @throws AppError MALFORMED_REQUEST when the client has already left, in which case nobody sees it */
function readAtMost(limit: number, { raw, headers }: FastifyRequest): Promise<Buffer> {
  if (!raw.readable) throw new AppError(gatewayErrors.MALFORMED_REQUEST);
  return readBytes(raw, { limit, length: headers['content-length'] ?? null });
}

const mayHaveBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const mediaTypeOf = ({ headers }: FastifyRequest) =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
