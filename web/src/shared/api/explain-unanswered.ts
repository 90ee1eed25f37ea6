import { ApiError, errorText, isPassing } from './api-error';

/** The sentence for a call that may be repeated, whether or not the server has done it. */
export const NO_ANSWER = 'No answer came. Please try again.';

/**
 * Returns true for a failure without an answer, after which nobody knows whether the server has done what was
 * requested.
 */
const isUnanswered = (error: unknown): boolean => isPassing(error) && errorText(error, '') === '';

/**
 * Waits for a call, and says what to do after a failure without an answer.
 * @throws ApiError then with `sentence`, which says where to look; any other error as it is
 */
export async function explainUnanswered<Result>(
  request: Promise<Result>,
  sentence = NO_ANSWER,
): Promise<Result> {
  try {
    return await request;
  } catch (error) {
    throw isUnanswered(error) ? new ApiError(0, sentence, '', { cause: error }) : error;
  }
}
