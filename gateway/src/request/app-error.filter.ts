import { authErrors } from '@likewell/contracts/auth/errors';
import type { PopupMessage } from '@likewell/contracts/gateway/auth';
import { gatewayErrors, type ErrorBody } from '@likewell/contracts/gateway/errors';
import { AppError, type ErrorDefinition, type ErrorKind } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Catch, HttpException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Logger } from '@likewell/service-kit/telemetry/logger';
import { runInContext } from '@likewell/service-kit/telemetry/request-context';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { drainBody } from './drain-body.js';
import { sendPopupPage } from './oauth-popup.js';
import './request-state.js';

/** Maps each kind of error to its status; the only such table. */
export const ERROR_STATUS: Readonly<Record<ErrorKind, number>> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  gone: 410,
  'too-large': 413,
  'unsupported-media': 415,
  unprocessable: 422,
  'rate-limited': 429,
  internal: 500,
  unavailable: 503,
  // The same to a client of today, but without a time after which it is worth another try.
  'not-set-up': 503,
};

/** Errors for rejections by Fastify and Nest themselves, by status. */
const BY_STATUS: Record<number, ErrorDefinition> = {
  404: gatewayErrors.ROUTE_NOT_FOUND,
  413: gatewayErrors.BODY_TOO_LARGE,
  415: gatewayErrors.UNSUPPORTED_MEDIA_TYPE,
};

const RETRY_AFTER_SECONDS = 1;

/** Headers of a response that failed before its first byte, and that do not describe the error in its place. */
const HEADERS_OF_SUCCESS = ['content-type', 'content-length', 'content-disposition', 'cache-control', 'etag'];

/** Gives every failure the same shape. The text of an unknown error stays in the log. */
@Catch()
export class AppErrorFilter implements ExceptionFilter {
  constructor(private readonly logger: Logger) {}

  async catch(exception: unknown, host: ArgumentsHost): Promise<void> {
    const http = host.switchToHttp();
    await this.send(exception, http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>());
  }

  /** Responds to a request with an error. */
  async send(exception: unknown, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const error = asAppError(exception);
    if (error.kind === 'too-large') await drainBody(request.raw);
    if (error.kind === 'internal') {
      runInContext(request.context, () => {
        this.logger.error({ err: exception }, 'request failed');
      });
    }
    for (const name of HEADERS_OF_SUCCESS) {
      reply.removeHeader(name);
      // Fastify has copied them where it had begun a stream.
      reply.raw.removeHeader(name);
    }
    const retryAfter = retryAfterSeconds(error);
    if (retryAfter !== null) void reply.header('retry-after', retryAfter);
    // RFC 9110, 15.5.2. Browsers have no dialog for this scheme.
    if (error.kind === 'unauthenticated') void reply.header('www-authenticate', 'Bearer');
    if (request.routeOptions.config.contract?.popup) {
      sendPopupPage(reply, ERROR_STATUS[error.kind], popupMessageOf(error));
      return;
    }
    void reply.status(ERROR_STATUS[error.kind]).send({
      error: error.message,
      code: error.code,
      ...(error.details && Object.keys(error.details).length > 0 && { details: error.details }),
      requestId: request.context.requestId,
    } satisfies ErrorBody);
  }
}

/** The page continues with the details of SECOND_FACTOR_NEEDED; of any other error it only shows the message. */
function popupMessageOf({ message, code, details }: AppError): PopupMessage {
  return code === authErrors.SECOND_FACTOR_NEEDED.code && details
    ? { error: message, code, details }
    : { error: message };
}

function asAppError(exception: unknown): AppError {
  if (exception instanceof AppError) return exception;
  const status = statusOf(exception);
  if (status >= 400 && status < 500)
    return new AppError(BY_STATUS[status] ?? gatewayErrors.MALFORMED_REQUEST);
  return new AppError(commonErrors.INTERNAL, { cause: exception });
}

function statusOf(exception: unknown): number {
  if (exception instanceof HttpException) return exception.getStatus();
  const status = (exception as { statusCode?: unknown } | null)?.statusCode;
  return typeof status === 'number' ? status : 500;
}

function retryAfterSeconds({ kind, details }: AppError): number | null {
  if (kind !== 'rate-limited' && kind !== 'unavailable') return null;
  return Number(details?.retryAfterSeconds ?? RETRY_AFTER_SECONDS);
}
