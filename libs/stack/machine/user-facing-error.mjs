// @ts-check

/** An error that the user can act on: shown as plain text, without a stack trace. */
export class UserFacingError extends Error {
  /**
   * @param {string} message what went wrong, and with which process
   * @param {string[]} [details] further lines: the end of a log, what to do next
   */
  constructor(message, details = []) {
    super(message);
    this.name = 'UserFacingError';
    this.details = details;
  }
}
