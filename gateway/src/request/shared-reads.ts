import { currentContext, newContext, runInContext } from '@likewell/service-kit/telemetry/request-context';
import { Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';

/** Nobody waits longer than this for the end of a read that is not theirs. */
const MAX_WAIT_MS = 250;

interface ReadUnderWay {
  /** Settled when the next one may begin. */
  readonly over: Promise<unknown>;
  /** What those share who have asked since. */
  next: Promise<unknown> | null;
}

/**
 * Reads that say the same to whoever asks (request coalescing). Those who ask while one is under way share the one that begins when it has ended: what
 * they get was read after they asked, so it is as new as by a read of their own.
 */
@Injectable()
export class SharedReads {
  private readonly underWay = new Map<string, ReadUnderWay>();

  /** What is read under a key, which names all that it depends on: the same object for all who share it. @throws what `read` throws */
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

/** That of the first who asked, without the member: what is shared is made for none of them. */
function contextOfNobody() {
  return newContext({ ...currentContext(), actor: null, actorToken: null });
}
