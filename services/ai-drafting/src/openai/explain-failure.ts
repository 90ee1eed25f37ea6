import { aiDraftingErrors } from '@likewell/contracts/ai-drafting/errors';
import { AppError, type ErrorDefinition } from '@likewell/contracts/core/app-error';
import { APIConnectionError, APIError, APIUserAbortError } from 'openai';

/** Wrong key, a key without this right, a model or an address that is not there: only an operator can help. */
const OPERATORS = new Set([401, 403, 404]);
const TOO_MANY_REQUESTS = 429;

/** What went wrong between us and the model, as a declared error. */
export function explainFailure(error: unknown, signal: AbortSignal): AppError {
  return error instanceof AppError ? error : new AppError(definitionOf(error, signal), { cause: error });
}

function definitionOf(error: unknown, signal: AbortSignal): ErrorDefinition {
  if (signal.aborted || error instanceof APIUserAbortError) return aiDraftingErrors.AI_TIMED_OUT;
  if (isOpen(error)) return aiDraftingErrors.AI_RESTING;
  if (error instanceof APIConnectionError) return aiDraftingErrors.AI_UNAVAILABLE;
  if (error instanceof APIError) return byStatus(Number(error.status));
  // What is no JSON.
  return aiDraftingErrors.AI_UNREADABLE;
}

function byStatus(status: number): ErrorDefinition {
  if (status === TOO_MANY_REQUESTS) return aiDraftingErrors.AI_PROVIDER_BUSY;
  return OPERATORS.has(status) ? aiDraftingErrors.AI_NOT_SET_UP : aiDraftingErrors.AI_UNAVAILABLE;
}

/** True for what says that the next call will fail too, rather than something about this prompt. */
export function isFaultOfProvider(error: unknown): boolean {
  if (error instanceof APIUserAbortError) return true;
  if (error instanceof APIError) return !(Number(error.status) < 500);
  return false;
}

/** Opossum's, while it leaves the provider alone. */
const isOpen = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EOPENBREAKER';
