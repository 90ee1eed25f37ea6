import type { Route } from '@likewell/contracts/gateway/define-route';
import { Injectable, type PipeTransform } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { readInput, type Input } from './request-input.js';

/** A request that the guards have let pass, before anything of it was looked at. */
export interface UnreadRequest {
  readonly contract: Route;
  readonly request: FastifyRequest;
}

/** Reads a request's body and validates every part of it by the zod schemas of its route's contract. */
@Injectable()
export class ZodPipe implements PipeTransform<UnreadRequest, Promise<Input>> {
  /** @throws AppError INVALID_INPUT and what a body that cannot be read deserves */
  transform({ contract, request }: UnreadRequest): Promise<Input> {
    return readInput(contract, request);
  }
}
