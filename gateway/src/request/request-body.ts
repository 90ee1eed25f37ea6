import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import type { Upload } from '@likewell/contracts/gateway/define-route';
import { AppError } from '@likewell/contracts/core/app-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import readBytes from 'raw-body';
import { parse } from 'secure-json-parse';

/** The longest post in the longest spelling of JSON fits. */
const MAX_JSON_BYTES = 128 * 1024;
const MAX_FILE_BYTES = 1024 * 1024;
/** Boundaries, a part's headers and a file's name, around the largest file that any route takes. */
const FRAME_BYTES = 8 * 1024;

/** Leaves every body where it is: it is read once the guards have let its request pass. */
export function leaveBodiesUnread(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', (_request, _body, done) => {
    done(null);
  });
}

/**
 * The request's JSON. An empty body is none, whatever type it claims: some calls of the spec (section 7) send a JSON
 * content type and nothing more.
 * @throws AppError UNSUPPORTED_MEDIA_TYPE, BODY_TOO_LARGE, MALFORMED_REQUEST
 */
export async function readJson(request: FastifyRequest): Promise<unknown> {
  if (!mayHaveBody(request)) return undefined;
  if (mediaTypeOf(request) !== 'application/json') throw new AppError(gatewayErrors.UNSUPPORTED_MEDIA_TYPE);
  const bytes = await readAtMost(MAX_JSON_BYTES, request);
  if (bytes.length === 0) return undefined;
  try {
    // Keys that would reach an object's prototype are rejected.
    return parse(bytes.toString(), { protoAction: 'error', constructorAction: 'error' });
  } catch (cause) {
    throw new AppError(gatewayErrors.MALFORMED_REQUEST, { cause });
  }
}

/**
 * The one file of a form. What the form says of its name and type is not believed, so it is not handed on.
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

/** By the parser of Node's own fetch; it has the whole of a bounded body, so nothing can be left hanging. */
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

/** @throws AppError MALFORMED_REQUEST when the client has gone already, with nobody left to be told */
function readAtMost(limit: number, { raw, headers }: FastifyRequest): Promise<Buffer> {
  if (!raw.readable) throw new AppError(gatewayErrors.MALFORMED_REQUEST);
  return readBytes(raw, { limit, length: headers['content-length'] ?? null });
}

const mayHaveBody = ({ headers }: FastifyRequest) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

const mediaTypeOf = ({ headers }: FastifyRequest) =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase();
