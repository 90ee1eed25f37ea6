import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import type { Upload } from '@likewell/contracts/gateway/define-route';
import { AppError } from '@likewell/contracts/core/app-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import readBytes from 'raw-body';
import { parse } from 'secure-json-parse';

/** Large enough for the longest post in the longest JSON encoding. */
const MAX_JSON_BYTES = 128 * 1024;
const MAX_FILE_BYTES = 1024 * 1024;
/**
 * Space for the boundaries, the headers of a part and the file's name, around the largest file of any route.
 */
const FRAME_BYTES = 8 * 1024;

/** Leaves every body unread until the guards have accepted its request. */
export function leaveBodiesUnread(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _body, done) => {
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

/** Uses the parser of Node's own fetch on a complete body of limited size, so that it cannot hang. */
async function readForm(request: FastifyRequest) {
  const type = request.headers['content-type'];
  if (type === undefined || mediaTypeOf(request) !== 'multipart/form-data') {
    throw new AppError(gatewayErrors.UPLOAD_MALFORMED);
  }
  const body = await readAtMost(MAX_FILE_BYTES + FRAME_BYTES, request);
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- advised against for bodies without a bound
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    return [...form];
  } catch (cause) {
    throw new AppError(gatewayErrors.UPLOAD_MALFORMED, { cause });
  }
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
