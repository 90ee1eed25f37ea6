/** The token LIKE on chain. */
export interface LikeToken {
  readonly mint: string;
  /** The token program that runs the mint. */
  readonly program: string;
}
