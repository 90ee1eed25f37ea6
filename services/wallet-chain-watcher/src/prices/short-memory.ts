import { steadyNow } from '@likewell/service-kit/telemetry/steady-clock';

interface Held<Value> {
  readonly answer: Promise<Value>;
  readonly until: number;
}

/** Lets all who ask the same within a short time share one answer. A failure is not held. */
export class ShortMemory<Key, Value> {
  private readonly held = new Map<Key, Held<Value>>();

  /** `find` is asked again for a key once `heldMs` have passed; the keys are few. */
  constructor(
    private readonly heldMs: number,
    private readonly find: (key: Key) => Promise<Value>,
  ) {}

  /** The answer for a key, found anew or held. */
  ask(key: Key): Promise<Value> {
    const known = this.held.get(key);
    if (known && known.until > steadyNow()) return known.answer;
    const fresh = { answer: this.find(key), until: steadyNow() + this.heldMs };
    this.held.set(key, fresh);
    fresh.answer.catch(() => {
      if (this.held.get(key) === fresh) this.held.delete(key);
    });
    return fresh.answer;
  }
}
