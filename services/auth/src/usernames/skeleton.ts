/** Digits that are read as letters; `i` and `l` are one letter here, since a 1 is read as either. */
const READ_AS: Record<string, string> = { 0: 'o', 1: 'l', 3: 'e', 4: 'a', 5: 's', 7: 't', i: 'l', _: '' };

/**
 * What a username is read as at a glance: names of one skeleton pass for each other (UTS 39 has the idea). Postgres has the
 * same in `member.username_skeleton`.
 * @param username in its stored form, lower case
 */
export const skeletonOf = (username: string): string =>
  Array.from(username, (sign) => READ_AS[sign] ?? sign)
    .join('')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w');
