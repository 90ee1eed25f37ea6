import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { inlineScripts, nginxHeaders } from './security-headers.ts';

const html = '<head><script>theme()</script><script type="module" src="/a.js"></script></head>';

describe('the security headers', () => {
  it('allow the inline theme script by its hash, and no other', () => {
    const hash = createHash('sha256').update('theme()').digest('base64');
    const policy = nginxHeaders(html);
    expect(policy.match(/'sha256-[^']+'/g)).toEqual([`'sha256-${hash}'`]);
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
    expect(inlineScripts(page)).toHaveLength(3);
    expect(inlineScripts(page)[0]).toContain("localStorage.getItem('theme')");
    expect(inlineScripts(page)[1]).toContain('window.earlyResponse');
    expect(inlineScripts(page)[2]).toContain("addEventListener('error'");
  });
});
