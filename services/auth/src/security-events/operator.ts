/** An operator of the site, and the reason for their action. */
export interface Operator {
  readonly name: string;
  readonly reason: string | null;
}
