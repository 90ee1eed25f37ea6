import { escapeHtml } from '@likewell/service-kit/html/escape-html';

interface HtmlPage {
  readonly title: string;
  /** The text of its style element. */
  readonly style: string;
  /** Says, as HTML, that this is a stand-in and of what. */
  readonly note: string;
  /** What follows the note, as HTML. */
  readonly body: string;
}

/** A page of a stand-in, which says of itself that it is one. */
export const htmlPage = ({ title, style, note, body }: HtmlPage): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <style>${style}</style>
  </head>
  <body>
    <p class="note">${note}</p>
    ${body}
  </body>
</html>
`;

export { escapeHtml };
