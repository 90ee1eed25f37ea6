import { currentContext, newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { SharedReads } from './shared-reads.js';

/** Reads that the test ends itself, in the order in which they began. */
function heldReads() {
  const begun: { end: (result: string) => void; fail: (error: Error) => void }[] = [];
  const read = () =>
    new Promise<{ result: string }>((resolve, reject) => {
      begun.push({ end: (result) => resolve({ result }), fail: reject });
    });
  return { begun, read };
}

/**
 * Waits until all promises have had their turn, but no timer: a machine that pauses for longer than a read is
 * waited for would otherwise start the next one.
 */
const aMoment = () => new Promise<void>((resolve) => process.nextTick(resolve));

describe('a read that is shared', () => {
  it('begins after those who share it have asked', async () => {
    const [reads, { begun, read }] = [new SharedReads(), heldReads()];
    const first = reads.share('best', read);
    const others = [reads.share('best', read), reads.share('best', read)];
    await aMoment();
    expect(begun).toHaveLength(1);
    begun[0]?.end('before they asked');
    expect(await first).toEqual({ result: 'before they asked' });
    await aMoment();
    expect(begun).toHaveLength(2);
    const late = reads.share('best', read);
    begun[1]?.end('after they asked');
    const [one, other] = await Promise.all(others);
    expect(one).toEqual({ result: 'after they asked' });
    expect(other).toBe(one);
    await aMoment();
    begun[2]?.end('later still');
    expect(await late).toEqual({ result: 'later still' });
    expect(begun).toHaveLength(3);
  });

  it('begins at once when none is under way any more', async () => {
    const [reads, { begun, read }] = [new SharedReads(), heldReads()];
    for (const [index, result] of ['one', 'two'].entries()) {
      const asked = reads.share('best', read);
      expect(begun).toHaveLength(index + 1);
      begun[index]?.end(result);
      expect(await asked).toEqual({ result });
      await aMoment();
    }
  });

  it('is nobody’s who asks for something else', () => {
    const [reads, { begun, read }] = [new SharedReads(), heldReads()];
    void reads.share('best', read);
    void reads.share('new', read);
    expect(begun).toHaveLength(2);
  });

  it('fails for those who share it, and the next one begins', async () => {
    const [reads, { begun, read }] = [new SharedReads(), heldReads()];
    const first = reads.share('best', read);
    const second = reads.share('best', read);
    begun[0]?.fail(new Error('away'));
    await expect(first).rejects.toThrow('away');
    await aMoment();
    begun[1]?.end('back');
    expect(await second).toEqual({ result: 'back' });
  });

  it('is waited for a moment only', async () => {
    const [reads, { begun, read }] = [new SharedReads(), heldReads()];
    void reads.share('best', read);
    const second = reads.share('best', () => Promise.resolve('not held up'));
    expect(await second).toBe('not held up');
    expect(begun).toHaveLength(1);
  });

  it('is made for none of those who asked', async () => {
    const context = newContext({ actor: 7, actorToken: 'of member 7', deadline: 1000 });
    const seen = await runInContext(context, () =>
      new SharedReads().share('best', () => Promise.resolve(currentContext())),
    );
    expect(seen).toEqual({ ...context, actor: null, actorToken: null });
  });
});
