const INTERVAL_MS = 20;

/**
 * Repeats an assertion until it holds: by default for the time that a busy machine may need, or within
 * `withinMs` if that time is promised.
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
