import { TipQueue } from './tip-queue.js';

const entry = (name: string) => ({ name, network: name.slice(0, 1) });

function queueOf(...names: string[]) {
  const queue = new TipQueue<ReturnType<typeof entry>>();
  const entries = names.map(entry);
  for (const each of entries) queue.add(each);
  return { queue, entries };
}

const takeAll = (queue: TipQueue<ReturnType<typeof entry>>) =>
  Array.from({ length: queue.size }, () => queue.takeNext()?.name);

describe('the queue of tips', () => {
  it('serves the newest of a network first', () => {
    const { queue } = queueOf('a1', 'a2', 'a3');
    expect(takeAll(queue)).toEqual(['a3', 'a2', 'a1']);
    expect([queue.size, queue.takeNext(), queue.oldest]).toEqual([0, undefined, undefined]);
  });

  it('has networks take turns, however many of one wait', () => {
    const { queue } = queueOf('a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'c2');
    expect(takeAll(queue)).toEqual(['a4', 'b1', 'c2', 'a3', 'c1', 'a2', 'a1']);
  });

  it('lets one that comes later have its turn before the rest of a crowd', () => {
    const { queue } = queueOf('a1', 'a2', 'a3');
    queue.takeNext();
    queue.add(entry('b1'));
    expect(takeAll(queue)).toEqual(['a2', 'b1', 'a1']);
  });

  it('knows who has waited longest, and lets go of whoever leaves', () => {
    const { queue, entries } = queueOf('a1', 'b1', 'a2', 'a3');
    expect(queue.oldest?.name).toBe('a1');
    for (const index of [0, 2, 1]) {
      const gone = entries[index] ?? entry('none');
      expect([queue.delete(gone), queue.delete(gone)]).toEqual([true, false]);
    }
    expect(queue.oldest?.name).toBe('a3');
    expect(takeAll(queue)).toEqual(['a3']);
  });
});
