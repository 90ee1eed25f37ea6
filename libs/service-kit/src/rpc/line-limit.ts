import { steadyNow } from '../telemetry/steady-clock.js';

const LINE_EVERY_MS = 1000;

/** Lets the log have at most one line per second for each key, of which there are few. */
export class LineLimit {
  private readonly keys = new Map<string, { count: number; nextLineAt: number }>();

  /** Counts an occurrence. Returns how many there were since the last line if the next one is due now, otherwise 0. */
  add(key: string): number {
    const known = this.keys.get(key) ?? { count: 0, nextLineAt: -Infinity };
    this.keys.set(key, known);
    known.count += 1;
    const now = steadyNow();
    if (now < known.nextLineAt) return 0;
    const { count } = known;
    known.count = 0;
    known.nextLineAt = now + LINE_EVERY_MS;
    return count;
  }
}
