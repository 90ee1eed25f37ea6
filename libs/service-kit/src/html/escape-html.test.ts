import { escapeHtml } from './escape-html.js';

it('leaves nothing that begins or ends a tag, an attribute or an entity', () => {
  expect(escapeHtml(`<a href="x" title='y'>&lt; é 🐝`)).toBe(
    '&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;lt; é 🐝',
  );
});
