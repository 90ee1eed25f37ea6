const INTERVAL_MS = 20;

/**
 * Repeats an assertion until it holds: by default for as long as a busy machine may take, and within `withinMs` where
 * that is what is promised.
 * @throws the assertion's last error when the time is over
 */
export async function eventually<T>(assertion: () => Promise<T> | T, withinMs = 15_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() >= end) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, INTERVAL_MS));
  }
}
