import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { AppError, type ErrorDefinition } from '@likewell/contracts/core/app-error';
import { isOpenBreaker } from '@likewell/service-kit/clients/circuit-breaker';
import { APIConnectionError, APIError, APIUserAbortError } from 'openai';

/**
 * Statuses that only an operator can fix: a field that the model does not know, a wrong key, an account without credit
 * at some of those that speak OpenAI's protocol, a key without the permission, an unknown model or address.
 */
const OPERATORS = new Set([400, 401, 402, 403, 404]);
/** Codes of a 400 for a prompt: OpenAI's, and those of others that speak its protocol. */
const REFUSALS = new Set(['invalid_prompt', 'content_filter', 'content_policy_violation']);
const TOO_MANY_REQUESTS = 429;
/** Code of a 429 that no wait ends: the account has no credit. */
const NO_CREDIT = 'insufficient_quota';
/** Providers count requests and tokens by the minute. */
const BUSY_SECONDS = 60;

/** Turns a failure between this service and the model into a declared error; an open breaker rests for `restMs`. */
export function explainFailure(error: unknown, signal: AbortSignal, restMs: number): AppError {
  if (error instanceof AppError) return error;
  const definition = definitionOf(error, signal);
  if (definition === aiDraftingErrors.AI_RESTING) return resting(restMs);
  const details = definition === aiDraftingErrors.AI_PROVIDER_BUSY ? { retryAfterSeconds: BUSY_SECONDS } : {};
  return new AppError(definition, { details, cause: error });
}

/** The error of a provider that is left alone, for `restMs` at the most. */
export const resting = (restMs: number): AppError =>
  new AppError(aiDraftingErrors.AI_RESTING, { details: { retryAfterSeconds: Math.ceil(restMs / 1000) } });

function definitionOf(error: unknown, signal: AbortSignal): ErrorDefinition {
  if (signal.aborted || error instanceof APIUserAbortError) return aiDraftingErrors.AI_TIMED_OUT;
  if (isOpenBreaker(error)) return aiDraftingErrors.AI_RESTING;
  if (error instanceof APIConnectionError) return aiDraftingErrors.AI_UNAVAILABLE;
  if (error instanceof APIError) return ofProvider(Number(error.status), error.code ?? '');
  // Any other failure: the response is not JSON.
  return aiDraftingErrors.AI_UNREADABLE;
}

function ofProvider(status: number, code: string): ErrorDefinition {
  if (REFUSALS.has(code)) return aiDraftingErrors.AI_REFUSED;
  if (code === NO_CREDIT) return aiDraftingErrors.AI_NOT_SET_UP;
  if (status === TOO_MANY_REQUESTS) return aiDraftingErrors.AI_PROVIDER_BUSY;
  return OPERATORS.has(status) ? aiDraftingErrors.AI_NOT_SET_UP : aiDraftingErrors.AI_UNAVAILABLE;
}

/** True for an error that suggests that the next call will fail too, rather than a problem with this prompt. */
export function isFaultOfProvider(error: unknown): boolean {
  if (error instanceof APIUserAbortError) return true;
  if (error instanceof APIError) return !(Number(error.status) < 500);
  return false;
}
