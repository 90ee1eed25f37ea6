/** Does the work for all items, so many at once. */
export async function inParallel<T>(
  items: Iterable<T>,
  many: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const left = items[Symbol.iterator]();
  const takeOne = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: many }, takeOne));
}
