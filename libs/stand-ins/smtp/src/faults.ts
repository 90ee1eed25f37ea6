/** The steps of a delivery that a test can spoil. */
export type Step = 'connect' | 'rcpt-to' | 'data';

/**
 * Fault at a step: a temporary or permanent rejection, no reply, or a cut connection. After `data`, `silent`
 * and `cut` keep the mail although the sender cannot know it; the others do not.
 */
export type Misbehaviour = 'busy' | 'reject' | 'silent' | 'cut';

/** Faults of this server, set by a test while it runs. None is active by default. */
export interface Faults {
  readonly step?: Partial<Record<Step, Misbehaviour>>;
  /** Only mails to this address. */
  readonly to?: string;
  /** Number of times before the fault ends; unlimited when absent. */
  readonly times?: number;
}

/** Counts the remaining faults. */
export class FaultPlan {
  private used = 0;

  constructor(private readonly faults: Faults = {}) {}

  /** Returns the fault of this step; null for none. @param to null while the recipient is unknown */
  next(step: Step, to: string | null): Misbehaviour | null {
    const { step: steps = {}, to: only, times = Infinity } = this.faults;
    const found = steps[step];
    if (!found || this.used >= times || (only !== undefined && to !== only)) return null;
    this.used += 1;
    return found;
  }
}
