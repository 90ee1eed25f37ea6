import { ApiError, errorText, isPassing } from './api-error';

/**
 * Waits for a change of which nobody knows after a failure without an answer whether the server has made it.
 * @throws ApiError then with `sentence`, which says where to look; any other error as it is
 */
export async function explainUnanswered<Result>(change: Promise<Result>, sentence: string): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    throw isPassing(error) && errorText(error, '') === ''
      ? new ApiError(0, sentence, '', { cause: error })
      : error;
  }
}
