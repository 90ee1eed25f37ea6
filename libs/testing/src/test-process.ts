import { eventually } from './eventually.js';

/** What a test reads of one of our processes, wherever it runs. */
export abstract class TestProcess {
  protected output = '';

  protected constructor(
    protected readonly folder: string,
    protected readonly healthPort: number,
  ) {}

  /** Its log since the start. */
  get log(): string {
    return this.output;
  }

  /**
   * Waits until its log contains `text`, and returns the log: a response may arrive before earlier log lines.
   * @throws Error when the text does not appear
   */
  async logged(text: string): Promise<string> {
    return eventually(() => {
      if (this.output.includes(text)) return this.output;
      throw new Error(`${this.folder} did not log "${text}":\n${this.output}`);
    });
  }

  /** Returns its metrics as text. */
  async metrics(): Promise<string> {
    return (await fetch(`http://127.0.0.1:${this.healthPort}/metrics`)).text();
  }

  /** Returns the first of its metrics with this name and these labels, such as `kind="all"`; null if there is none. */
  async metric(name: string, ...labels: string[]): Promise<number | null> {
    const line = (await this.metrics())
      .split('\n')
      .find((each) => each.startsWith(`${name}{`) && labels.every((label) => each.includes(label)));
    return line === undefined ? null : Number(line.split(' ').at(-1));
  }
}
