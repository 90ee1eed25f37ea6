import { createHash } from 'node:crypto';

const TAIL_LINES = 400;

/** What happened, in its order: the hash of all of it, the last lines, and how often each kind of event came. */
export class Trace {
  readonly counts = new Map<string, number>();
  private readonly hash = createHash('sha256');
  private readonly tail: string[] = [];
  /** Writes every line, for a look at a whole run. */
  onLine: ((line: string) => void) | null = null;

  /** Adds an event. `kind` is what is counted; the whole line is hashed. */
  add(timeMs: number, kind: string, text: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    const line = `${(timeMs / 1000).toFixed(4)} ${kind} ${text}`;
    this.hash.update(line);
    this.note(line);
  }

  /** Shows a line that is no event and takes no part in the hash, such as one of a log. */
  note(line: string): void {
    this.onLine?.(line);
    this.tail.push(line);
    if (this.tail.length > 2 * TAIL_LINES) this.tail.splice(0, TAIL_LINES);
  }

  count(kind: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
  }

  lastLines(): string[] {
    return this.tail.slice(-TAIL_LINES);
  }

  /** Of all that was added so far. */
  digest(): string {
    return this.hash.copy().digest('hex').slice(0, 16);
  }
}

/** The first words of a statement on one line. */
export const summaryOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 70);
