import { createHash } from 'node:crypto';

const TAIL_LINES = 400;

/** Record of the events in order: the hash of all, the last lines, and the count of each kind. */
export class Trace {
  readonly counts = new Map<string, number>();
  private readonly hash = createHash('sha256');
  private readonly tail: string[] = [];
  /** Called with every line, to inspect a whole run. */
  onLine: ((line: string) => void) | null = null;

  /** Adds an event. Its `kind` is counted; the whole line is hashed. */
  add(timeMs: number, kind: string, text: string): void {
    this.counts.set(kind, (this.counts.get(kind) ?? 0) + 1);
    const line = `${(timeMs / 1000).toFixed(4)} ${kind} ${text}`;
    this.hash.update(line);
    this.note(line);
  }

  /** Prints a line that is not an event and not hashed, such as a line of a log. */
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

  /** Returns the hash of everything added so far. */
  digest(): string {
    return this.hash.copy().digest('hex').slice(0, 16);
  }
}

/** Returns the first words of a statement on one line. */
export const summaryOf = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().slice(0, 70);
