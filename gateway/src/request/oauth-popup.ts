import { escapeHtml } from '@likewell/service-kit/html/escape-html';
import type { GoogleProof, PopupMessage } from '@likewell/contracts/gateway/auth';
import type { FastifyReply } from 'fastify';

/** The page's only script, which posts the message to the window's opener; nothing is inline. */
const SCRIPT = '/static/sign-in-popup.js';

/**
 * `Cross-Origin-Opener-Policy` is left to nginx: any value but `unsafe-none` would separate the window from
 * its opener.
 */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'",
  'referrer-policy': 'no-referrer',
};

/**
 * Sends the page that ends a pop-up window: it posts `message` to the opener, only to the site's own origin,
 * and closes itself. The message, which may contain a session, is in the page's body and so in no address and
 * no log.
 */
export function sendPopupPage(
  reply: FastifyReply,
  status: number,
  message: PopupMessage | GoogleProof,
): void {
  const text = textOf(message);
  void reply.status(status).headers(HEADERS).send(`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="dark light">
    <meta name="robots" content="noindex">
    <title>Log in – Likewell</title>
    <script src="${SCRIPT}" defer></script>
  </head>
  <body data-message="${escapeHtml(JSON.stringify(message))}">
    <p>${escapeHtml(text)} You can close this window.</p>
  </body>
</html>
`);
}

function textOf(message: PopupMessage | GoogleProof): string {
  if ('error' in message) return message.error;
  return 'proof' in message ? 'Google confirmed who you are.' : 'You are logged in.';
}
