import { escapeHtml } from '@likewell/service-kit/html/escape-html';

interface HtmlPage {
  readonly title: string;
  /** The text of its style element. */
  readonly style: string;
  /** HTML that says that this is a stand-in, and of which service. */
  readonly note: string;
  /** HTML after the note. */
  readonly body: string;
}

/** Returns a page of a stand-in, which says that it is one. */
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
