/** Does the work for all items, at most `many` at a time, and returns the results in the items' order. */
export async function inParallel<Item, Result>(
  items: Iterable<Item>,
  many: number,
  work: (item: Item, index: number) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items[Symbol.iterator]();
  let taken = 0;
  const takeOne = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      const index = taken++;
      results[index] = await work(next.value, index);
    }
  };
  await Promise.all(Array.from({ length: many }, takeOne));
  return results;
}
