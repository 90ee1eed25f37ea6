import { z } from 'zod';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a host is this machine or in our own network: a name without a dot is known to a private network only. */
export const isNear = (hostname: string) => LOOPBACK.includes(hostname) || !/[.:]/.test(hostname);

/**
 * Where somebody outside is asked: over TLS; plain HTTP only on this machine or in our own network. `fetch` rejects an address with
 * a user or a password in it, and quotes it.
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
