import { currentContext, newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longest wait for the end of another caller's read. */
const MAX_WAIT_MS = 250;

interface ReadUnderWay {
  /** Settles when the next read may begin. */
  readonly over: Promise<unknown>;
  /** The read shared by all callers since this one began. */
  next: Promise<unknown> | null;
}

/**
 * Shares reads that return the same to every caller (request coalescing). Callers that ask while a read is
 * under way share the next one, which begins when that one ends: their result was read after they asked, so
 * it is as recent as from a read of their own.
 */
@Injectable()
export class SharedReads {
  private readonly underWay = new Map<string, ReadUnderWay>();

  /**
   * Reads under a key that names everything the result depends on; all who share it get the same object.
   * @throws what `read` throws
   */
  share<T>(key: string, read: () => Promise<T>): Promise<T> {
    const current = this.underWay.get(key);
    if (!current) return this.begin(key, read);
    current.next ??= current.over.then(() => this.begin(key, read));
    return current.next as Promise<T>;
  }

  private begin<T>(key: string, read: () => Promise<T>): Promise<T> {
    const result = runInContext(contextOfNobody(), read);
    const current: ReadUnderWay = {
      over: Promise.race([Promise.allSettled([result]), sleep(MAX_WAIT_MS, undefined, { ref: false })]),
      next: null,
    };
    this.underWay.set(key, current);
    void current.over.then(() => {
      if (current.next === null) this.underWay.delete(key);
    });
    return result;
  }
}

/** Context of the first caller without the member, since what is shared is not done on behalf of any of them. */
export function contextOfNobody() {
  return newContext({ ...currentContext(), actor: null, actorToken: null });
}
