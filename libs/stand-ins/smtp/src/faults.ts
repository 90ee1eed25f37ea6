/** The steps of a delivery that a test can spoil. */
export type Step = 'connect' | 'rcpt-to' | 'data';

/**
 * What happens there in place of the right thing: a rejection for now or for ever, no word, or a cut connection. After `data`
 * the mail is kept where the sender cannot know it: of `silent` and `cut` alone.
 */
export type Misbehaviour = 'busy' | 'reject' | 'silent' | 'cut';

/** How this server misbehaves, set by a test while it runs. Nothing of it is on by itself. */
export interface Faults {
  readonly step?: Partial<Record<Step, Misbehaviour>>;
  /** Of mails to this address alone. */
  readonly to?: string;
  /** How often, before it is well again; for ever while it is left out. */
  readonly times?: number;
}

/** Counts the faults that are still to come. */
export class FaultPlan {
  private used = 0;

  constructor(private readonly faults: Faults = {}) {}

  /** What goes wrong at this step; null for nothing. @param to null where nobody has said yet whom the mail is to */
  next(step: Step, to: string | null): Misbehaviour | null {
    const { step: steps = {}, to: only, times = Infinity } = this.faults;
    const found = steps[step];
    if (!found || this.used >= times || (only !== undefined && to !== only)) return null;
    this.used += 1;
    return found;
  }
}
