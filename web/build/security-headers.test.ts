import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { inlineTexts, nginxHeaders } from './security-headers.ts';

const html =
  '<head><script>theme()</script><script type="module" src="/a.js"></script><style>i{color:red}</style></head>';
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

describe('the security headers', () => {
  it('allow the inline theme script and the inline styles by their hashes, and no others', () => {
    const policy = nginxHeaders(html);
    expect(policy).toContain(`script-src 'self' ${hashOf('theme()')};`);
    expect(policy).toContain(`style-src 'self' ${hashOf('i{color:red}')};`);
    expect(policy).not.toContain('unsafe');
  });

  it('hold each line that nginx needs', () => {
    const lines = nginxHeaders(html).trimEnd().split('\n');
    expect(lines).toHaveLength(6);
    for (const line of lines) expect(line).toMatch(/^add_header [A-Za-z-]+ "[^"]+" always;$/);
  });

  it('let the page call its own origin and the chain, which the server block names, and nothing else', async () => {
    expect(nginxHeaders(html)).toContain("connect-src 'self' $chain_source;");
    const server = await readFile('nginx/server.conf.template', 'utf8');
    expect(server).toContain('map $host $chain_source {\n    default "${CHAIN_SOURCE}";\n}');
  });

  it('leave TLS to what nginx knows of it', () => {
    expect(nginxHeaders(html)).toContain(
      'add_header Strict-Transport-Security "$strict_transport_security" always;\n',
    );
  });

  it('find the three inline scripts of index.html', async () => {
    const page = await readFile('index.html', 'utf8');
    expect(inlineTexts(page, 'script')).toHaveLength(3);
    expect(inlineTexts(page, 'script')[0]).toContain("localStorage.getItem('theme')");
    expect(inlineTexts(page, 'script')[1]).toContain('window.earlyResponse');
    expect(inlineTexts(page, 'script')[2]).toContain("addEventListener('error'");
  });
});
