/** Somebody who runs the site, and why they do what they do. */
export interface Operator {
  readonly name: string;
  readonly reason: string | null;
}
