import { escapeHtml, htmlPage } from '@likewell/stand-in-kit/html-page';
import { DEMO_ACCOUNTS, type Account } from './accounts.js';

const STYLE = `
  :root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
  body { margin: 0 auto; max-width: 26rem; padding: 1.25rem; }
  h1 { font-size: 1.25rem; margin: 0 0 .25rem; }
  button, input { background: Field; border: 1px solid GrayText; color: FieldText; }
  .note { border: 1px dashed; border-radius: .5rem; font-size: .85rem; margin: 0 0 1rem; padding: .5rem .75rem; }
  form { display: grid; gap: .5rem; margin: 0 0 1rem; }
  button, input { border-radius: .5rem; box-sizing: border-box; font: inherit; min-height: 2.75rem; padding: .4rem .75rem; width: 100%; }
  button { cursor: pointer; text-align: left; }
  label { display: grid; font-size: .85rem; gap: .25rem; }
  label.row { align-items: center; display: flex; }
  label.row input { min-height: 0; width: auto; }
  small { display: block; opacity: .8; }
`;

/** Page where a person picks an account, types another, or cancels. `request` is sent back with each choice. */
export function choicePage(request: Readonly<Record<string, string>>): string {
  const hidden = Object.entries(request)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('');
  const form = (content: string) => `<form method="post" action="/authorize">${hidden}${content}</form>`;
  return document(`
    <h1>Choose an account</h1>
    <p>to continue to Likewell</p>
    ${DEMO_ACCOUNTS.map((account) => form(accountButton(account))).join('\n')}
    ${form(`
      <label>Name <input name="name" required maxlength="100" autocomplete="off"></label>
      <label>E-mail <input name="email" type="email" required maxlength="200" autocomplete="off"></label>
      <label class="row"><input name="verified" type="checkbox" value="yes" checked> The address is verified</label>
      <button>Use this account</button>`)}
    ${form('<button name="cancel" value="yes">Cancel</button>')}`);
}

/** Error page for a request that may not be sent back. */
export const problemPage = (text: string) =>
  document(`<h1>This does not work</h1><p>${escapeHtml(text)}</p>`);

function accountButton({ name, email, isVerified }: Account): string {
  return `
    <input type="hidden" name="name" value="${escapeHtml(name)}">
    <input type="hidden" name="email" value="${escapeHtml(email)}">
    ${isVerified ? '<input type="hidden" name="verified" value="yes">' : ''}
    <button>${escapeHtml(name)} <small>${escapeHtml(email)}</small></button>`;
}

const NOTE =
  'This is not Google. It is a stand-in that runs on this computer, so that signing in can be tried without an account at Google. No password is asked for; anything may be typed.';

const document = (body: string) =>
  htmlPage({ title: 'Sign in – stand-in for Google', style: STYLE, note: NOTE, body });
