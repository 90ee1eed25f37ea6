import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';
import { currentContext } from './request-context.js';

export type { DestinationStream, Logger } from 'pino';

/** Keys whose values are never logged, at the top of an entry or one level down. */
const SECRET_KEYS = [
  ...['authorization', 'cookie', 'password', 'oldPass', 'newPass', 'token', 'tokenHash', 'secret', 'apiKey'],
  ...['email', 'emailOrUser', 'prompt', 'walletSignature'],
];

/** Creates a logger of JSON lines, on standard output by default; every line of a request carries its id. */
export function createLogger(service: string, level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[redacted]' },
    serializers: { err: describeError },
    mixin: () => {
      const context = currentContext();
      return context ? { requestId: context.requestId, traceparent: context.traceparent } : {};
    },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Most causes that are looked through for errors that one of them combines. */
const MAX_CAUSES = 5;

/**
 * Describes an error, and those that it or one of its causes combines, without their further fields: those of a
 * database or Redis error contain members' data.
 */
function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { type: typeof error };
  const { type, message, stack } = pino.stdSerializers.err(error);
  const combined = combinedIn(error);
  return {
    ...{ type, message, stack },
    ...('code' in error && { code: error.code }),
    ...(combined && { errors: combined.map(describeError) }),
  };
}

/** Returns what an error combines, or else its cause: a connection that failed at each address of a host is one. */
function combinedIn(error: unknown, causesLeft = MAX_CAUSES): readonly unknown[] | null {
  if (error instanceof AggregateError) return error.errors as unknown[];
  return error instanceof Error && causesLeft > 0 ? combinedIn(error.cause, causesLeft - 1) : null;
}

/** Writes Nest's own lines, which only matter when something is wrong, to our log. */
export function nestLogger(logger: Logger): LoggerService {
  const text = (message: unknown) =>
    message instanceof Error ? (message.stack ?? message.message) : String(message);
  return {
    log: (message: unknown) => {
      logger.debug(text(message));
    },
    warn: (message: unknown) => {
      logger.warn(text(message));
    },
    error: (message: unknown, stack?: unknown) => {
      logger.error({ stack }, text(message));
    },
    fatal: (message: unknown) => {
      logger.fatal(text(message));
    },
  };
}

/** Injects the process's logger. */
export const LOGGER = Symbol('likewell:logger');
