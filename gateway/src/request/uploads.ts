import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import type { Upload } from '@likewell/contracts/gateway/define-route';
import { AppError } from '@likewell/contracts/core/app-error';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import './request-state.js';

const MULTIPART = 'multipart/form-data';
/** Boundaries, a part's headers and a file's name, around the largest file that any route takes. */
const FRAME_BYTES = 8 * 1024;
const MAX_FILE_BYTES = 1024 * 1024;

/**
 * Lets forms with a file in, for routes that take one alone. The body is read whole, within its bound;
 * {@link uploadedFile} then looks inside.
 */
export function installUploads(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', (request, _reply, done) => {
    const takesUpload = request.route?.rules?.upload !== undefined;
    if (!takesUpload && isMultipart(request)) throw new AppError(gatewayErrors.UNSUPPORTED_MEDIA_TYPE);
    done();
  });
  const bodyLimit = MAX_FILE_BYTES + FRAME_BYTES;
  fastify.addContentTypeParser(MULTIPART, { parseAs: 'buffer', bodyLimit }, (_request, body, done) => {
    done(null, body);
  });
}

/**
 * The one file of a form. What the form says of its name and type is not believed, so it is not handed on.
 * @throws AppError UPLOAD_MALFORMED, BODY_TOO_LARGE
 */
export async function uploadedFile(
  request: FastifyRequest,
  { field, maxBytes }: Upload,
): Promise<Uint8Array> {
  const [entry, ...others] = await formEntries(request);
  const [name, file] = entry ?? [];
  if (others.length > 0 || name !== field || file === undefined || typeof file === 'string') {
    throw new AppError(gatewayErrors.UPLOAD_MALFORMED);
  }
  if (file.size > maxBytes) throw new AppError(gatewayErrors.BODY_TOO_LARGE);
  return new Uint8Array(await file.arrayBuffer());
}

/** By the parser of Node's own fetch; it has the whole of a bounded body, so nothing can be left hanging. */
async function formEntries({ body, headers }: FastifyRequest) {
  const type = headers['content-type'];
  if (!Buffer.isBuffer(body) || type === undefined) throw new AppError(gatewayErrors.UPLOAD_MALFORMED);
  try {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- advised against for bodies without a bound
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    return [...form];
  } catch (cause) {
    throw new AppError(gatewayErrors.UPLOAD_MALFORMED, { cause });
  }
}

const isMultipart = ({ headers }: FastifyRequest) =>
  headers['content-type']?.trimStart().toLowerCase().startsWith(MULTIPART) ?? false;
