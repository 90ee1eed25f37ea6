/**
 * Returns when the server sent this response, in ms by its own clock, or by the page's where it does not say. Whoever
 * compares a time of the server needs it: a person's clock may be wrong by hours.
 */
export const serverTime = ({ headers }: Response): number =>
  Date.parse(headers.get('Date') ?? '') || Date.now();
