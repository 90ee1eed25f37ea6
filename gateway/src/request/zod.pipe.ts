import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import type { Route, RouteInput } from '@likewell/contracts/gateway/define-route';
import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { uuid } from '@likewell/contracts/core/ids';
import { Injectable, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { readJson, readUpload } from './request-body.js';
import { originOf } from './request-origin.js';
import './request-state.js';

const NO_UPLOAD = { field: '', maxBytes: 0 };

type WithSession<R extends Route, Value> = R['access'] extends 'member' | 'moderator' ? Value : Value | null;

/** A request as its method receives it: every part validated by the route's contract. */
export interface Input<R extends Route = Route> {
  readonly params: RouteInput<R, 'params'>;
  readonly query: RouteInput<R, 'query'>;
  readonly body: RouteInput<R, 'body'>;
  /** Never null if the route needs a member. */
  readonly memberId: WithSession<R, number>;
  /** SHA-256 of the presented session token in hex, if there is a session. */
  readonly tokenHash: WithSession<R, string>;
  /** Idempotency key for a route that moves money: the client's, or a new one. */
  readonly idempotencyKey: string;
  /** Host name that the browser requested. */
  readonly host: string;
  /** Network and device that the request comes from, for auth's security events. */
  readonly origin: RequestOrigin;
  /** Reads the file of a route that takes one. @throws AppError UPLOAD_MALFORMED, BODY_TOO_LARGE */
  readonly readUpload: () => Promise<Uint8Array>;
}

/** A request that the guards have accepted, before any part of it was read. */
export interface UnreadRequest {
  readonly contract: Route;
  readonly request: FastifyRequest;
}

/** Reads a request's body and validates every part of it by the zod schemas of its route's contract. */
@Injectable()
export class ZodPipe implements PipeTransform<UnreadRequest, Promise<Input>> {
  /** @throws AppError INVALID_INPUT, INVALID_CURSOR or the error of a body that cannot be read */
  transform({ contract, request }: UnreadRequest): Promise<Input> {
    return readInput(contract, request);
  }
}

/**
 * Does the work of {@link ZodPipe} where no parameter can be injected: in the strategies, which read the form
 * of a sign-in.
 * @throws AppError INVALID_INPUT or INVALID_CURSOR with the message of the first problem, or what
 *   {@link readJson} throws
 */
export async function readInput<R extends Route>(contract: R, request: FastifyRequest): Promise<Input<R>> {
  const json = contract.upload ? undefined : await readJson(request);
  const { signedIn, host } = request;
  const input: Input = Object.assign(new OriginOnDemand(request), {
    params: validate(contract.params, request.params),
    query: validate(contract.query, request.query),
    body: validate(contract.body, json),
    memberId: signedIn?.memberId ?? null,
    tokenHash: signedIn?.tokenHash ?? null,
    idempotencyKey: contract.idempotent ? idempotencyKey(request) : '',
    host,
    readUpload: () => readUpload(request, contract.upload ?? NO_UPLOAD),
  });
  // Each part was parsed by the schema that its type is inferred from, and SessionGuard accepts only members.
  return input;
}

/**
 * Computes where a request comes from when a method reads it, which most do not. The getter is a class's: V8
 * keeps that of an object literal, and with it the whole request, until a full garbage collection (ADR 0172).
 */
class OriginOnDemand {
  constructor(private readonly request: FastifyRequest) {}

  get origin(): RequestOrigin {
    return originOf(this.request);
  }
}

function validate(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: plainSentence });
  if (result.success) return result.data;
  const [first] = result.error.issues;
  const field = first?.path.join('.');
  throw new AppError(definitionOf(first), {
    ...(first && { message: first.message }),
    details: { ...(field && { field }) },
  });
}

/** A cursor that cannot be one is to its client like one that its list does not know: the list starts again. */
const definitionOf = (issue: z.core.$ZodIssue | undefined) =>
  issue?.message === commonErrors.INVALID_CURSOR.message
    ? commonErrors.INVALID_CURSOR
    : commonErrors.INVALID_INPUT;

/** Message for problems for which a contract has none of its own. */
function plainSentence({ path }: { path?: PropertyKey[] | undefined }): string {
  const field = path?.join('.');
  return field
    ? `The value of "${field}" cannot be used. Please check it.`
    : commonErrors.INVALID_INPUT.message;
}

function idempotencyKey(request: FastifyRequest): string {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return randomUUID();
  const key = uuid.safeParse(header);
  if (!key.success) throw new AppError(gatewayErrors.INVALID_IDEMPOTENCY_KEY);
  return key.data;
}
