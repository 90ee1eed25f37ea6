/** Ends a part of what a test has started. */
export type End = () => Promise<unknown>;

/**
 * Ends the newest part first, because later parts depend on earlier ones.
 * @throws the first failure, after all parts have had their end
 */
export async function endAll(ends: readonly End[]): Promise<void> {
  const failures: unknown[] = [];
  for (const end of ends.toReversed()) await end().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}

/**
 * Starts parts, each of which adds its end. When that fails nobody else could end those that have started; they
 * would continue during all later tests.
 * @throws the failure of `start`, after all its parts have ended
 */
export async function startAllOrNone<T>(start: (ends: End[]) => Promise<T>): Promise<T> {
  const ends: End[] = [];
  try {
    return await start(ends);
  } catch (error) {
    // What had not started well may not end well either, which explains nothing.
    await endAll(ends).catch(() => undefined);
    throw error;
  }
}
