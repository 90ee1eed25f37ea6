import type { ExportTable } from './export-table.js';

/** Writes the README.txt of an export: what it contains, in which formats, and what it does not contain. */
export function readmeText(tables: readonly ExportTable[], madeAt: Date): string {
  const width = Math.max(...tables.map(({ name }) => name.length)) + 2;
  return `Your data at Likewell, as of ${madeAt.toISOString()}.

Each table is here twice, with the same rows: as NAME.json, a list of objects, and as
NAME.csv (RFC 4180), for spreadsheets. All text is UTF-8, all times are in UTC.

${tables.map(({ name, about }) => `${name.padEnd(width)}${about}`).join('\n')}
${'picture.webp'.padEnd(width)}Your photo, if you have one.

Amounts are in LIKE with nine decimals (..._like) and in nano-LIKE, billionths of a LIKE
(..._nano). In the JSON they are texts, so that no program rounds them.

In the CSV, a text that a spreadsheet would take for a formula, since it begins with = + - or @,
has an apostrophe before it. The JSON has it exactly as it was written.

Other members are named by the usernames that they have now. deleted_1234 is somebody who left.

What is not here:
- Secrets: your password, of which a hash alone is kept, the secrets of authenticator apps and of
  passkeys, recovery codes, tokens of sessions.
- From where you logged in: of networks and browsers hashes alone are kept, and from them
  nobody can read an address.
- Giveaways: an entry is the name of an account elsewhere, which nothing ties to your account
  here. The page of a giveaway tells whether a name is among its entries.
- Drafts by AI: what you typed for them and what came back is not kept. A text that began with
  one says so in post_texts.
- What other members wrote, and their own data.
`;
}
