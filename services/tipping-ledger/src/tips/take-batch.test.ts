import fc from 'fast-check';
import { MAX_BATCH, takeBatch } from './take-batch.js';

const request = fc.record({
  idempotencyKey: fc.constantFrom('a', 'b', 'c'),
  payerId: fc.integer({ min: 1000, max: 1100 }),
  postId: fc.constant(1),
  amountNano: fc.constant(1n),
});

describe('takeBatch', () => {
  it('fills a batch with keys of other members and other keys of the same one', () => {
    const tips = ['a', 'b'].flatMap((idempotencyKey) =>
      [1000, 1001].map((payerId) => ({ idempotencyKey, payerId, postId: 1, amountNano: 1n })),
    );
    const queue = [...tips];
    expect(takeBatch(queue)).toEqual(tips);
    expect(queue).toEqual([]);
  });

  it('takes every tip exactly once, twins in different batches and in order', () => {
    fc.assert(
      fc.property(fc.array(request, { maxLength: 700 }), (requests) => {
        const queue = requests.map((value, index) => ({ ...value, index }));
        const seen: number[] = [];
        const lastOfKey = new Map<string, number>();
        while (queue.length > 0) {
          const batch = takeBatch(queue);
          const keys = batch.map((tip) => `${tip.payerId}:${tip.idempotencyKey}`);
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(MAX_BATCH);
          expect(new Set(keys).size).toBe(keys.length);
          batch.forEach((tip, position) => {
            const key = keys[position] ?? '';
            expect(tip.index).toBeGreaterThan(lastOfKey.get(key) ?? -1);
            lastOfKey.set(key, tip.index);
            seen.push(tip.index);
          });
        }
        expect(seen.sort((a, b) => a - b)).toEqual(requests.map((_, index) => index));
      }),
    );
  });
});
