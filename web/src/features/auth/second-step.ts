import { ApiError } from '../../shared/api/api-error';
import { createStore, useStore } from '../../shared/store/store';

/** A sign-in that waits for a second factor. */
export interface SecondStep {
  readonly ticket: string;
  /** Values `totp`, `recovery-code`, `passkey`. */
  readonly ways: readonly string[];
}

const step = createStore<SecondStep | null>(null);

/** Returns the sign-in that waits for a second factor, however it began; null when there is none. */
export const useSecondStep = (): SecondStep | null => useStore(step);

let cancellations = 0;

/** Cancels the sign-in that waits, and those that have begun and have no response yet. */
export function forgetSecondStep(): void {
  cancellations += 1;
  step.set(null);
}

/**
 * Stores the second step when a sign-in needs one and was not cancelled meanwhile, and throws the same error
 * all the same. `signIn` is all of it, from the press.
 */
export async function rememberSecondStep<T>(signIn: Promise<T>): Promise<T> {
  const begunAfter = cancellations;
  try {
    return await signIn;
  } catch (error) {
    const isNeeded = error instanceof ApiError && error.code === 'SECOND_FACTOR_NEEDED';
    if (isNeeded && begunAfter === cancellations) step.set(stepOf(error.details));
    throw error;
  }
}

function stepOf(details: unknown): SecondStep | null {
  const { ticket, ways } = (details ?? {}) as Partial<Record<keyof SecondStep, unknown>>;
  if (typeof ticket !== 'string' || !Array.isArray(ways)) return null;
  return { ticket, ways: ways.filter((way) => typeof way === 'string') };
}
