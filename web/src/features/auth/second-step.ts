import { ApiError } from '../../shared/api/api-error';
import { createStore, useStore } from '../../shared/store/store';

/** A sign-in that waits for a second factor. */
export interface SecondStep {
  readonly ticket: string;
  /** `totp`, `recovery-code`, `passkey`. */
  readonly ways: readonly string[];
}

const step = createStore<SecondStep | null>(null);

/** The sign-in that waits, whichever way it began. */
export const useSecondStep = (): SecondStep | null => useStore(step);

/** Begins anew. */
export const forgetSecondStep = (): void => step.set(null);

/** Remembers where a sign-in has to go on with a second factor; it fails all the same. */
export async function minded<T>(signIn: Promise<T>): Promise<T> {
  try {
    return await signIn;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'SECOND_FACTOR_NEEDED') step.set(stepOf(error.details));
    throw error;
  }
}

function stepOf(details: unknown): SecondStep | null {
  const { ticket, ways } = (details ?? {}) as Partial<Record<keyof SecondStep, unknown>>;
  if (typeof ticket !== 'string' || !Array.isArray(ways)) return null;
  return { ticket, ways: ways.filter((way) => typeof way === 'string') };
}
