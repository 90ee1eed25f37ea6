import { SITE_FACTOR } from '@likewell/contracts/core/network-hash';
import { isIPv4, isIPv6 } from 'node:net';

/** A network that a limit counts for when nobody is signed in. */
export interface Network {
  /** An IPv4 address, or an IPv6 prefix such as `2001:db8:1:2::/64`. */
  readonly name: string;
  /** Factor by which the limit is multiplied for this network. */
  readonly factor: number;
}

const GROUPS = 8;
const GROUPS_OF_NETWORK = 4;
const GROUPS_OF_SITE = 3;
/** `::ffff:0:0/96` (RFC 4291, 2.5.5.2). */
const MAPPED_PREFIX = '0:0:0:0:0:ffff';

/**
 * Returns the networks that an address counts for, the smallest first. An owner of one IPv6 address has a
 * whole /64 (RFC 6177), and many have a /48, so a single IPv6 address is never a key. An IPv4 address is its
 * own network, also when it is written as IPv6. Texts that are no address share one network with clients that
 * left before their address was read.
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

/** Returns the eight groups of a valid IPv6 address, in lower case and without leading zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [readGroups(head), readGroups(tail)];
  const gap = GROUPS - before.length - after.length;
  return [...before, ...Array<string>(gap).fill('0'), ...after];
}

/** Reads the groups on one side of `::`; a part in dotted decimals is two of them. */
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
