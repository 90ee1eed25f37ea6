import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import type {
  SecurityEventDetail,
  SecurityEventKind,
  SignInMethod,
} from '@likewell/contracts/auth/security-events';
import type { Tx } from '@likewell/service-kit/database/database';
import type { Operator } from '@likewell/service-kit/process/operator-arguments';
import { currentContext } from '@likewell/service-kit/telemetry/request-context';
import { Injectable } from '@nestjs/common';
import { NetworkHasher } from '../networks/network-hasher.js';
import { insertSecurityEvents, isKnownDevice, type NewSecurityEventRow } from './security-events.queries.js';

/** An event of an account. */
export interface NewSecurityEvent {
  /** Null if the account is unknown. */
  readonly memberId: number | null;
  readonly kind: SecurityEventKind;
  readonly detail?: SecurityEventDetail | undefined;
  readonly method?: SignInMethod | undefined;
  /** Network and device that it came from, if it came from a request. */
  readonly origin?: RequestOrigin | undefined;
  /** Keyed hash of that network, if nothing else of it was stored. */
  readonly network?: string | null | undefined;
  /** Number of ended sessions; one by default. */
  readonly count?: number | undefined;
  /** The member by default. */
  readonly doneBy?: 'visitor' | 'system' | Operator | undefined;
}

/** A sign-in that is under way. */
export interface SignIn {
  readonly memberId: number;
  readonly kind: 'registered' | 'signed-in';
  readonly method: SignInMethod;
  readonly origin: RequestOrigin;
  /** False for a proof that serves to sign in alone: what needs a confirmation asks for one. */
  readonly confirms?: boolean;
}

/**
 * Records the events of accounts in the transactions that cause them. Networks and devices are stored only as
 * keyed hashes.
 */
@Injectable()
export class SecurityEventsRecorder {
  constructor(private readonly hasher: NetworkHasher) {}

  /** Adds events in their order; they cannot be changed. Returns their numbers. */
  async record(tx: Tx, ...events: readonly NewSecurityEvent[]): Promise<number[]> {
    if (events.length === 0) return [];
    const rows = events.map((event) => this.rowOf(event));
    return insertSecurityEvents(tx, rows);
  }

  /** Records a sign-in and, if so, that it is the first one with this kind of browser; returns true if it is. */
  async recordSignIn(tx: Tx, signIn: SignIn): Promise<boolean> {
    const { memberId, kind } = signIn;
    const { device } = this.placeOf(memberId, signIn.origin);
    const isNew = kind === 'signed-in' && device !== null && !(await isKnownDevice(tx, memberId, device));
    await this.record(tx, signIn, ...(isNew ? [{ ...signIn, kind: 'new-device' as const }] : []));
    return isNew;
  }

  /** Returns an event as it is stored. */
  rowOf(event: NewSecurityEvent): NewSecurityEventRow {
    const { memberId, kind, detail, method, origin, count, doneBy } = event;
    const operator = typeof doneBy === 'object' ? doneBy : null;
    const place = this.placeOf(memberId, origin);
    return {
      memberId,
      kind,
      detail: detail ?? null,
      method: method ?? null,
      network: place.network ?? event.network ?? null,
      device: place.device,
      count: count ?? 1,
      doneBy: typeof doneBy === 'string' ? doneBy : operator ? 'operator' : 'member',
      operator: operator?.name ?? null,
      reason: operator?.reason ?? null,
      requestId: currentContext()?.requestId ?? null,
    };
  }

  /**
   * Returns what is stored of a request's origin. The hash of a network is the same for all members; the hash
   * of a kind of browser differs for each member, since there are so few kinds.
   */
  placeOf(memberId: number | null, origin: RequestOrigin | undefined) {
    const device = memberId === null || !origin?.device ? null : `device ${memberId} ${origin.device}`;
    return {
      network: origin ? this.hasher.hash(origin.network) : null,
      device: device === null ? null : this.hasher.hash(device),
    };
  }
}
