import { z } from 'zod';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** True for this machine and for hosts in our own network: only a private network knows a name without a dot. */
export const isNear = (hostname: string) => LOOPBACK.includes(hostname) || !/[.:]/.test(hostname);

/**
 * URL of an outside server: over TLS, or plain HTTP only on this machine or in our own network. `fetch`
 * rejects an address that contains a user or a password, and quotes it in its error.
 */
export const secureUrl = z
  .url({ abort: true })
  .refine((text) => {
    const { protocol, hostname } = new URL(text);
    return protocol === 'https:' || (protocol === 'http:' && isNear(hostname));
  }, 'must begin with https://, or be on this machine or in its own network')
  .refine((text) => {
    const { username, password } = new URL(text);
    return username === '' && password === '';
  }, 'must hold no user and no password');

/** True for addresses of two hosts or more: several addresses of one host are one witness. */
export const areTwoWitnesses = (urls: readonly string[]) =>
  new Set(urls.map((url) => new URL(url).hostname)).size >= 2;
