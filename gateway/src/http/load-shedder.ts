import { AppError } from '@likewell/contracts/kernel/app-error';
import { commonErrors } from '@likewell/contracts/kernel/common-errors';
import type { FastifyRequest } from 'fastify';

/** Counts the requests under way and refuses, before a body is read, what would only queue. */
export class LoadShedder {
  private readonly inside = new Set<FastifyRequest>();

  constructor(private readonly places: number) {}

  /** @throws AppError OVERLOADED */
  enter(request: FastifyRequest): void {
    if (this.inside.size >= this.places) throw new AppError(commonErrors.OVERLOADED);
    this.inside.add(request);
  }

  leave(request: FastifyRequest): void {
    this.inside.delete(request);
  }
}
