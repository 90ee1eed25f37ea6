import { escapeHtml } from '@likewell/service-kit/html/escape-html';
import type { Block } from './template.js';

interface HtmlParts {
  readonly subject: string;
  readonly greeting: string;
  readonly blocks: readonly Block[];
  readonly site: string;
}

/** The page's colors as literals, because mail programs do not support variables; the paper's color is first. */
const STYLE = `
  body { background: #faf9f6; color: #15171c; font: 16px/1.55 Inter, -apple-system, "Segoe UI", Roboto, Arial, sans-serif; margin: 0; }
  .sheet { background: #ffffff; border: 1px solid #e5e2da; border-radius: 12px; }
  .mark { color: #8f5d00; }
  .muted { color: #5b6270; font-size: 14px; }
  .line { border-top: 1px solid #e5e2da; }
  @media (prefers-color-scheme: dark) {
    body { background: #0c0e13 !important; color: #e9ebf0 !important; }
    .sheet { background: #13161d !important; border-color: #262b36 !important; }
    .mark { color: #f2b544 !important; }
    .muted { color: #9aa3b5 !important; }
    .line { border-color: #262b36 !important; }
  }
`;

/** Renders a mail as HTML: no picture, no script, nothing that is loaded when it is read. */
export function htmlOf({ subject, greeting, blocks, site }: HtmlParts): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${escapeHtml(subject)}</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:24px 12px">
      <table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr>
        <td style="padding:24px;text-align:left">
          <p style="margin:0 0 20px;font-size:17px;font-weight:650"><span class="mark" aria-hidden="true">&#9678;</span> Likewell</p>
          <h1 style="margin:0 0 16px;font-size:21px;line-height:1.25;font-weight:650">${escapeHtml(subject)}</h1>
          <p style="margin:0 0 12px">${escapeHtml(greeting)}</p>
          ${blocks.map(elementOf).join('\n          ')}
          <p class="line muted" style="margin:24px 0 0;padding-top:12px"><a class="muted" href="${escapeHtml(site)}">${escapeHtml(site)}</a></p>
        </td>
      </tr></table>
    </td></tr></table>
  </body>
</html>
`;
}

function elementOf(block: Block): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p style="margin:0 0 12px">${escapeHtml(block.text)}</p>`;
    case 'note':
      return `<p class="muted" style="margin:0 0 8px">${escapeHtml(block.text)}</p>`;
    case 'button':
      return `<p style="margin:20px 0"><a href="${escapeHtml(block.link)}" style="background:#f2b544;border-radius:8px;color:#1c1402;display:inline-block;font-weight:600;padding:11px 18px;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
  }
}
