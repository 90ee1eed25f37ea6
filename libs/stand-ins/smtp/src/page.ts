import { escapeHtml, htmlPage } from '@likewell/stand-in-kit/html-page';
import type { ShownMail } from './mailbox.js';

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 46rem; padding: 1.25rem; }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
  .note { border: 1px dashed; border-radius: .5rem; font-size: .85rem; margin: 0 0 1rem; padding: .5rem .75rem; }
  ol { list-style: none; margin: 0; padding: 0; }
  li { border-top: 1px solid GrayText; }
  li a { color: inherit; display: block; padding: .6rem 0; text-decoration: none; }
  li a:hover strong { text-decoration: underline; }
  small { display: block; opacity: .8; overflow-wrap: anywhere; }
  form { display: flex; gap: .5rem; margin: 0 0 1rem; }
  input, button { border: 1px solid GrayText; border-radius: .5rem; font: inherit; min-height: 2.5rem; padding: .3rem .75rem; }
  input { flex: 1; min-width: 0; }
  iframe { border: 1px solid GrayText; border-radius: .5rem; height: 34rem; width: 100%; }
  pre { overflow-wrap: anywhere; white-space: pre-wrap; }
`;

/** Lists all mails, or those to one address, newest first. */
export function listPage(mails: readonly ShownMail[], to: string | undefined): string {
  const items = mails.map(
    ({
      id,
      subject,
      to: recipients,
      receivedAt,
    }) => `<li><a href="/mails/${id}"><strong>${escapeHtml(subject)}</strong>
      <small>to ${escapeHtml(recipients.join(', '))}, <time>${escapeHtml(receivedAt)}</time></small></a></li>`,
  );
  return document(
    'Mails',
    `<h1>Mails</h1>
    <form><input name="to" type="email" aria-label="To" placeholder="To" value="${escapeHtml(to ?? '')}"><button>Show</button></form>
    ${items.length > 0 ? `<ol>${items.join('\n')}</ol>` : '<p>No mail yet.</p>'}`,
  );
}

/** Shows one mail: its HTML as a mail client displays it, in a frame without scripts, and its text. */
export function mailPage({ subject, to, from, messageId, receivedAt, text, html }: ShownMail): string {
  const framed = `<base target="_blank">${html}`;
  return document(
    subject,
    `<p><a href="/">All mails</a></p>
    <h1>${escapeHtml(subject)}</h1>
    <p><small>from ${escapeHtml(from)} to ${escapeHtml(to.join(', '))}, ${escapeHtml(receivedAt)}</small><small>${escapeHtml(messageId)}</small></p>
    <iframe title="The mail" sandbox="allow-popups allow-popups-to-escape-sandbox" srcdoc="${escapeHtml(framed)}"></iframe>
    <h2>Text</h2>
    <pre>${escapeHtml(text)}</pre>`,
  );
}

/** Error page. */
export const problemPage = (text: string) =>
  document('Mails', `<h1>${escapeHtml(text)}</h1><p><a href="/">All mails</a></p>`);

const NOTE =
  'This is a stand-in for a mail server that runs on this computer. It takes every mail that Likewell sends and delivers none of them; the last 2,000 are here.';

const document = (title: string, body: string) =>
  htmlPage({ title: `${title} – stand-in for a mail server`, style: STYLE, note: NOTE, body });
