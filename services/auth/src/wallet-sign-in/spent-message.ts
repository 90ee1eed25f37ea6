/**
 * Column `address` of the messages that deleted members signed in with. Their `message` is the
 * {@link spentMessageHash}, so that none works again while it is valid.
 */
export const NO_ADDRESS = '';

/** SQL of the hash that is kept of a message, given the SQL of both. */
export const spentMessageHash = (address: string, message: string): string =>
  `encode(sha256(convert_to(${address} || ' ' || ${message}, 'UTF8')), 'hex')`;
