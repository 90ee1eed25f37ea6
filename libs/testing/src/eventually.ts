/** Pause between two attempts; longer where it has waited for long, so that a busy machine is not kept busy. */
const pauseAfter = (waitedMs: number) => (waitedMs < 2000 ? 20 : waitedMs < 5000 ? 50 : 100);

/**
 * Repeats an assertion until it holds: by default for the time that a busy machine may need, or within
 * `withinMs` if that time is promised. The pause between two attempts grows from 20 to 100 ms, unless `everyMs`
 * is given, as for an assertion that counts its attempts or may meet what soon passes.
 * @throws the assertion's last error when the time is over
 */
export async function eventually<T>(
  assertion: () => Promise<T> | T,
  withinMs = 15_000,
  everyMs?: number,
): Promise<T> {
  const begun = Date.now();
  for (;;) {
    const waitedMs = Date.now() - begun;
    try {
      return await assertion();
    } catch (error) {
      if (Date.now() - begun >= withinMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, everyMs ?? pauseAfter(waitedMs)));
  }
}
