/** Waits for all of them, also after one has failed. @throws the reason of the first in the list that failed */
export async function allOf(works: readonly Promise<unknown>[]): Promise<void> {
  await Promise.allSettled(works);
  await Promise.all(works);
}
