/** What the automatic check says of a text: publish it, or let a person look, and why. */
export type Verdict =
  { readonly outcome: 'approve' } | { readonly outcome: 'ask'; readonly reasons: string[] };

const MAX_LINKS = 5;
const LINK = /\bhttps?:\/\/|\bwww\./gi;

/** The local automatic check (ARCHITECTURE, decision 8): texts that are mostly links wait for a person. */
export function reviewText({ title, body }: { title: string; body: string }): Verdict {
  const links = `${title}\n${body}`.match(LINK)?.length ?? 0;
  return links > MAX_LINKS ? { outcome: 'ask', reasons: ['many-links'] } : { outcome: 'approve' };
}
