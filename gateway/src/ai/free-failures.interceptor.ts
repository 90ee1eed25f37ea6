import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { catchError, type Observable } from 'rxjs';
import '../request/request-state.js';

/**
 * Failures that happen before the provider is called. AI_NOT_SET_UP may also be the provider's response, and
 * UNAVAILABLE an outage after the call; the caller causes neither.
 */
const FREE = [
  commonErrors.PAUSED,
  commonErrors.UNAVAILABLE,
  aiDraftingErrors.AI_NOT_SET_UP,
  aiDraftingErrors.AI_BUDGET_USED_UP,
  aiDraftingErrors.AI_BUSY,
  aiDraftingErrors.AI_RESTING,
];

/** Takes back the counted use of a draft that failed before it could cost anything. */
@Injectable()
export class FreeFailuresInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    return next.handle().pipe(
      catchError(async (error: unknown) => {
        if (isFree(error)) await request.takeBackUse?.();
        throw error;
      }),
    );
  }
}

/** Invalid requests fail before the provider is called. */
const isFree = (error: unknown) =>
  error instanceof AppError && (error.kind === 'invalid' || FREE.some((definition) => error.is(definition)));
