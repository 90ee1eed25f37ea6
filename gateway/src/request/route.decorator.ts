import type { Route, RouteInput } from '@likewell/contracts/gateway/define-route';
import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { uuid } from '@likewell/contracts/core/ids';
import {
  applyDecorators,
  createParamDecorator,
  Delete,
  Get,
  HttpCode,
  Post,
  Put,
  SetMetadata,
  type ExecutionContext,
} from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { LimitName } from './rate-limiter.js';
import { uploadedFile } from './uploads.js';
import './request-state.js';

const CONTRACT = Symbol('likewell:route');
const NO_UPLOAD = { field: '', maxBytes: 0 };
const METHODS = { GET: Get, POST: Post, PUT: Put, DELETE: Delete };

/** A request as its handler receives it: every part validated by the route's contract. */
export interface Input<R extends Route> {
  readonly params: RouteInput<R, 'params'>;
  readonly query: RouteInput<R, 'query'>;
  readonly body: RouteInput<R, 'body'>;
  /** Never null where the route needs a member. */
  readonly memberId: R['access'] extends 'member' | 'moderator' ? number : number | null;
  /** SHA-256 of the presented session token in hex, where there is one. */
  readonly tokenHash: R['access'] extends 'member' | 'moderator' ? string : string | null;
  /** The client's key, or a new one, of a route that moves money. */
  readonly idempotencyKey: string;
  /** Reads the file of a route that takes one. @throws AppError UPLOAD_MALFORMED, BODY_TOO_LARGE */
  readonly readUpload: () => Promise<Uint8Array>;
}

/** Makes a method serve a declared route, within a limit. */
export const Handle = (contract: Route, { limit }: { limit: LimitName }): MethodDecorator =>
  applyDecorators(
    METHODS[contract.method as keyof typeof METHODS](contract.path),
    HttpCode(contract.status ?? 200),
    SetMetadata(CONTRACT, contract),
    RouteConfig({
      rules: { access: contract.access, limit, upload: contract.upload, popup: contract.popup ?? false },
    }),
  );

/** Injects the validated request. @throws AppError INVALID_INPUT with the first problem's sentence */
export const FromRequest = createParamDecorator((_: unknown, execution: ExecutionContext): Input<Route> => {
  const contract = Reflect.getMetadata(CONTRACT, execution.getHandler()) as Route;
  const request = execution.switchToHttp().getRequest<FastifyRequest>();
  return {
    params: validate(contract.params, request.params),
    query: validate(contract.query, request.query),
    body: validate(contract.body, request.body ?? undefined),
    memberId: request.memberId,
    tokenHash: request.tokenHash,
    idempotencyKey: contract.idempotent ? idempotencyKey(request) : '',
    readUpload: () => uploadedFile(request, contract.upload ?? NO_UPLOAD),
  };
});

function validate(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined;
  const result = schema.safeParse(value, { error: plainSentence });
  if (result.success) return result.data;
  const [first] = result.error.issues;
  const field = first?.path.join('.');
  throw new AppError(commonErrors.INVALID_INPUT, {
    ...(first && { message: first.message }),
    details: { ...(field && { field }) },
  });
}

/** For what a contract has no sentence of its own. */
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
