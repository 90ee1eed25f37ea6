/** Digits that are read as letters; `i` and `l` count as one letter, since a 1 can be read as either. */
const READ_AS: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', i: 'l', _: '' };

/**
 * Returns what a username is read as at a glance: names with the same skeleton look alike (an idea of UTS
 * 39). Postgres computes the same in `member.username_skeleton`.
 * @param username in its stored form, lower case
 */
export const skeletonOf = (username: string): string =>
  Array.from(username, (sign) => READ_AS[sign] ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
