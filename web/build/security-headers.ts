import { createHash } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Plugin } from 'vite';
import { contentOf } from './content-of.ts';

/**
 * Writes the nginx lines of the site's security headers beside the build. The only inline scripts and styles allowed
 * are those of index.html, by their hashes, so the file is made from the page that was just built.
 */
export function securityHeaders(outputFile: string): Plugin {
  let root = '';
  return {
    name: 'likewell:security-headers',
    apply: 'build',
    configResolved(config) {
      root = config.root;
    },
    async writeBundle(_options, bundle) {
      const file = resolve(root, outputFile);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, nginxHeaders(contentOf(bundle, 'index.html')));
    },
  };
}

/** Returns the `add_header` lines for a page with this HTML. */
export function nginxHeaders(html: string): string {
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(html),
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    // The Google pop-up must keep access to its opener.
    'Cross-Origin-Opener-Policy': 'same-origin-allow-popups',
    // Filled in by nginx when the browser connects over TLS (server.conf.template).
    'Strict-Transport-Security': '$strict_transport_security',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  };
  return Object.entries(headers)
    .map(([name, value]) => `add_header ${name} "${value}" always;\n`)
    .join('');
}

function contentSecurityPolicy(html: string): string {
  return [
    "default-src 'self'",
    ["script-src 'self'", ...inlineTexts(html, 'script').map(hashSource)].join(' '),
    ["style-src 'self'", ...inlineTexts(html, 'style').map(hashSource)].join(' '),
    "img-src 'self' data:",
    // The origin of the chain's JSON-RPC, which nginx fills in (server.conf.template).
    "connect-src 'self' $chain_source",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "object-src 'none'",
    "form-action 'self'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}

/** Returns the texts of the page's scripts without `src`, or of its styles, byte for byte as a browser hashes them. */
export function inlineTexts(html: string, tag: 'script' | 'style'): string[] {
  const elements = new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([^]*?)</${tag}>`, 'g');
  return [...html.matchAll(elements)].map(([, text = '']) => text);
}

const hashSource = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
