import { isIPv4, isIPv6 } from 'node:net';

/** Whom a limit counts where nobody is signed in. */
export interface Network {
  /** An IPv4 address, or an IPv6 prefix such as `2001:db8:1:2::/64`. */
  readonly name: string;
  /** So many times the limit holds for it. */
  readonly factor: number;
}

/** How much more a whole site, a /48, may do than one network of it. */
const SITE_FACTOR = 8;
const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;
const GROUPS_OF_SITE = 3;
/** `::ffff:0:0/96` (RFC 4291, 2.5.5.2). */
const MAPPED_PREFIX = '0:0:0:0:0:ffff';

/**
 * The networks that an address counts for, the smallest first. Whoever has one IPv6 address has a /64 of them (RFC 6177),
 * and many have a /48: no address of one is ever a key by itself. An IPv4 address is its own network, also where it is
 * written within IPv6; whatever is no address at all is one network together, and so is whoever was gone before it was looked up.
 */
export function networksOf(address: string | undefined): readonly [Network, ...Network[]] {
  const text = (address ?? '').replace(/%.*/, '');
  if (isIPv4(text)) return [{ name: text, factor: 1 }];
  if (!isIPv6(text)) return [{ name: 'unknown', factor: 1 }];
  const groups = groupsOf(text);
  if (groups.slice(0, 6).join(':') === MAPPED_PREFIX) return [{ name: mappedIPv4(groups), factor: 1 }];
  const prefix = (length: number) => `${groups.slice(0, length).join(':')}::/${16 * length}`;
  return [
    { name: prefix(GROUPS_OF_NETWORK), factor: 1 },
    { name: prefix(GROUPS_OF_SITE), factor: SITE_FACTOR },
  ];
}

/** The eight groups of a valid IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [readGroups(head), readGroups(tail)];
  const gap = GROUPS - before.length - after.length;
  return [...before, ...Array<string>(gap).fill('0'), ...after];
}

/** The groups that stand between two colons; a part in dotted decimals is two of them. */
function readGroups(text: string): string[] {
  const parts = text === '' ? [] : text.split(':');
  return parts.flatMap((part) => {
    if (!part.includes('.')) return [Number.parseInt(part, 16).toString(16)];
    const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)];
  });
}

function mappedIPv4(groups: readonly string[]): string {
  const bytes = groups.slice(6).flatMap((group) => {
    const value = Number.parseInt(group, 16);
    return [value >> 8, value & 0xff];
  });
  return bytes.join('.');
}
