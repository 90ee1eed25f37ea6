/** What an operator has to put right, as a sentence. */
export class OperatorError extends Error {}

/** The words of a command, as `name=value`; empty ones count as absent. */
export class Words {
  private readonly values: ReadonlyMap<string, string>;

  constructor(words: readonly string[]) {
    const pairs = words.map((word): [string, string] => {
      const at = word.indexOf('=');
      if (at < 1) throw new OperatorError(`"${word}" is no word of the form name=value.`);
      return [word.slice(0, at), word.slice(at + 1).trim()];
    });
    this.values = new Map(pairs.filter(([, value]) => value !== ''));
  }

  optional(name: string): string | null {
    return this.values.get(name) ?? null;
  }

  /** @throws OperatorError when it is missing or longer than that */
  text(name: string, maxCharacters: number): string {
    const value = this.values.get(name);
    if (value === undefined) throw new OperatorError(`Say ${name}=…`);
    if (value.length > maxCharacters)
      throw new OperatorError(`${name} may have ${maxCharacters} characters, not ${value.length}.`);
    return value;
  }

  /** @throws OperatorError unless it is a whole number from 1 to `max` */
  count(name: string, max: number): number {
    const value = this.text(name, 20);
    const number = Number(value);
    if (!/^[1-9]\d*$/.test(value) || number > max)
      throw new OperatorError(`${name} must be a whole number from 1 to ${max}, not "${value}".`);
    return number;
  }
}
