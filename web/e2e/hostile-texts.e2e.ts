import type { Page } from '@playwright/test';
import { api, signUp, type PostResponse } from './support/api.ts';
import { expect, test } from './support/fixtures.ts';

const RUN = 'window.ran=1';
const ELEMENTS = [
  `<script>${RUN}</script>`,
  `<script src=//evil.example/x.js></script>`,
  ...[
    'img src=x',
    'svg',
    'body',
    'video src=x',
    'input autofocus',
    'details open',
    'iframe',
    'audio src=x',
    'marquee',
  ].flatMap((tag) => ['onerror', 'onload', 'onfocus', 'ontoggle'].map((event) => `<${tag} ${event}=${RUN}>`)),
  ...['javascript:', 'JaVaScRiPt:', 'java&#9;script:', 'data:text/html,', 'vbscript:'].flatMap((scheme) => [
    `<a href="${scheme}${RUN}">x</a>`,
    `[x](${scheme}${RUN})`,
    `<iframe src="${scheme}${RUN}"></iframe>`,
    `<form action="${scheme}${RUN}"><button>x</button></form>`,
    `<object data="${scheme}${RUN}"></object>`,
  ]),
  ...[
    '"',
    "'",
    '`',
    '</title>',
    '</textarea>',
    '</style>',
    '-->',
    ']]>',
    '&quot;',
    '&#34;',
    '\\u003c',
    '%3c',
  ].flatMap((end) => [
    `${end}><script>${RUN}</script>`,
    `${end} onmouseover=${RUN} x=${end}`,
    `${end};${RUN};//`,
    `${end}}});${RUN}//`,
  ]),
  ...['{{constructor.constructor("RUN")()}}', '${RUN}', '#{RUN}', '<%= RUN %>', '{{=RUN}}'].map((text) =>
    text.replace('RUN', RUN),
  ),
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=window.ran=1&gt;">',
  '<noscript><p title="</noscript><img src=x onerror=window.ran=1>">',
  '<base href="//evil.example/">',
  '<meta http-equiv=refresh content="0;url=//evil.example/">',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<style>@import "//evil.example/x.css";</style>',
];
const TEXTS = ELEMENTS.slice(0, 120);
const A_POST = 30;
/** Of them, each so many become a part of the title. */
const A_TITLE = 10;

const ran = (page: Page) => page.evaluate(() => 'ran' in window);

test('120 texts that want to run in a browser do not, wherever they are shown', async ({ openPage }) => {
  expect(TEXTS).toHaveLength(120);
  const author = await signUp('mary');
  const posts = [];
  for (let from = 0; from < TEXTS.length; from += A_POST) {
    const texts = TEXTS.slice(from, from + A_POST);
    const title = texts.filter((_, index) => index % A_TITLE === 0).join(' ');
    // The author sees it, whatever the automatic check decides.
    const text = { title, body: texts.join('\n') };
    posts.push({ texts, id: (await api<PostResponse>('POST', '/api/posts', text, author.token)).id });
  }
  const page = await openPage({ as: author });
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    if (/evil\.example|^(data:text|javascript|vbscript)/.test(request.url())) elsewhere.push(request.url());
  });
  page.on('dialog', (dialog) => {
    elsewhere.push(dialog.message());
    void dialog.dismiss();
  });
  for (const { texts, id } of posts)
    for (const path of [`/p/${id}`, `/edit/${id}`]) {
      await page.goto(path);
      const missing = async () => {
        const shown = (await page.locator('main').innerText()) + (await valuesOf(page));
        return texts.filter((text) => !shown.includes(text.slice(0, 20)));
      };
      await expect.poll(missing, path).toEqual([]);
      expect(await ran(page), path).toBe(false);
    }
  await page.goto(`/u/${author.user.username}`);
  await expect(page.locator('article').first()).toBeVisible();
  expect(await ran(page)).toBe(false);
  expect(elsewhere).toEqual([]);
});

/** Returns the values of a form's fields. */
const valuesOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('textarea, input')]
      .map((field) => (field as HTMLTextAreaElement).value)
      .join('\n'),
  );
