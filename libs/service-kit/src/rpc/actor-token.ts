import { memberRole, type MemberRole } from '@likewell/contracts/core/member-role';
import { LRUCache } from 'lru-cache';
import { sign, verify } from 'node:crypto';
import { privateKeyOf, publicKeyOf } from './nkey.js';

/** A member for whom the gateway vouches: it has verified a session of theirs. */
export interface Actor {
  readonly memberId: number;
  readonly role: MemberRole;
}

/** Time for which a token is reused; each request's session is checked anew whatever its token's age. */
const REUSED_MS = 5 * 60_000;
/** Largest accepted difference to the reader's clock: clocks that are minutes apart do not stop a service. */
const ACCEPTED_WITHIN_MS = 15 * 60_000;
const MAX_REMEMBERED = 50_000;
const TOKEN = /^(\d{1,15})\.([a-z]+)\.(\d{1,13})\.([\w-]{86})$/;

const signedText = (memberId: number | string, role: string, issuedAt: number | string) =>
  Buffer.from(`likewell-actor:${memberId}.${role}.${issuedAt}`);

/** Signs for members; only the gateway can. A signature takes tens of microseconds, so each is reused for a while. */
export class ActorSigner {
  private readonly key;
  private readonly tokens = new LRUCache<string, string>({ max: MAX_REMEMBERED, ttl: REUSED_MS });

  /** @param seed of an Ed25519 key, `SU…` */
  constructor(seed: string) {
    this.key = privateKeyOf(seed);
  }

  /** Returns `<member>.<role>.<time in ms>.<Ed25519 signature>`. */
  tokenFor({ memberId, role }: Actor): string {
    const key = `${memberId}.${role}`;
    const known = this.tokens.get(key);
    if (known !== undefined) return known;
    const issuedAt = Date.now();
    const signature = sign(null, signedText(memberId, role, issuedAt), this.key);
    const token = `${key}.${issuedAt}.${signature.toString('base64url')}`;
    this.tokens.set(key, token);
    return token;
  }
}

/** Reads for whom a token vouches, if the gateway has signed it recently. */
export class ActorVerifier {
  private readonly keys;
  /** Actors whose signature was valid, with the time of the token. */
  private readonly known = new LRUCache<string, { readonly actor: Actor; readonly issuedAt: number }>({
    max: MAX_REMEMBERED,
  });

  /** @param publicKeys public keys of gateways, `U…`: two while one is replaced by another */
  constructor(publicKeys: readonly string[]) {
    this.keys = publicKeys.map(publicKeyOf);
  }

  /** Returns null for a token that is forged, damaged or too old. */
  read(token: string): Actor | null {
    const found = this.known.get(token) ?? this.verified(token);
    if (!found || Math.abs(Date.now() - found.issuedAt) > ACCEPTED_WITHIN_MS) return null;
    return found.actor;
  }

  private verified(token: string) {
    const [, memberId, role, issuedAt, signature] = TOKEN.exec(token) ?? [];
    if (!memberId || !role || !issuedAt || !signature) return null;
    const [text, bytes] = [signedText(memberId, role, issuedAt), Buffer.from(signature, 'base64url')];
    const knownRole = memberRole.safeParse(role);
    if (!knownRole.success || !this.keys.some((key) => verify(null, text, key, bytes))) return null;
    const found = { actor: { memberId: Number(memberId), role: knownRole.data }, issuedAt: Number(issuedAt) };
    this.known.set(token, found);
    return found;
  }
}
