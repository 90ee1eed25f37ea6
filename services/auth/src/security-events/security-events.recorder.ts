import type { RequestOrigin } from '@likewell/contracts/auth/origin';
import type {
  SecurityEventDetail,
  SecurityEventKind,
  SignInMethod,
} from '@likewell/contracts/auth/security-events';
import type { Tx } from '@likewell/service-kit/database/database';
import { currentContext } from '@likewell/service-kit/telemetry/request-context';
import { Injectable } from '@nestjs/common';
import { NetworkHasher } from '../networks/network-hasher.js';
import type { Operator } from './operator.js';
import {
  insertSecurityEvents,
  isKnownDevice,
  type NewSecurityEventRow,
  wasPasswordSet,
} from './security-events.queries.js';

/** What happened to an account. */
export interface NewSecurityEvent {
  /** Null where nobody knows whose account was meant. */
  readonly memberId: number | null;
  readonly kind: SecurityEventKind;
  readonly detail?: SecurityEventDetail | undefined;
  readonly method?: SignInMethod | undefined;
  /** Where it came from, if the gateway has told. */
  readonly origin?: RequestOrigin | undefined;
  /** The keyed hash of that network, where nothing else of it was kept. */
  readonly network?: string | null | undefined;
  /** Of ended sessions; one unless said otherwise. */
  readonly count?: number | undefined;
  /** The member unless said otherwise. */
  readonly doneBy?: 'visitor' | 'system' | Operator | undefined;
}

/** A sign-in that is being made. */
export interface SignIn {
  readonly memberId: number;
  readonly kind: 'registered' | 'signed-in';
  readonly method: SignInMethod;
  readonly origin: RequestOrigin | undefined;
}

/** Records what happens to accounts, in the transaction that makes it happen. What it keeps of a place are keyed hashes. */
@Injectable()
export class SecurityEventsRecorder {
  constructor(private readonly hasher: NetworkHasher) {}

  /** Adds events, in their order, for good. */
  async record(tx: Tx, ...events: readonly NewSecurityEvent[]): Promise<void> {
    if (events.length > 0)
      await insertSecurityEvents(
        tx,
        events.map((event) => this.rowOf(event)),
      );
  }

  /** Records a sign-in, and that it is the first one with this kind of browser, where it is; answers whether it is. */
  async recordSignIn(tx: Tx, signIn: SignIn): Promise<boolean> {
    const { memberId, kind } = signIn;
    const { device } = this.placeOf(memberId, signIn.origin);
    const isNew = kind === 'signed-in' && device !== null && !(await isKnownDevice(tx, memberId, device));
    await this.record(tx, signIn, ...(isNew ? [{ ...signIn, kind: 'new-device' as const }] : []));
    return isNew;
  }

  /** Whether a member was given a password, a first one or another, since a moment. */
  wasPasswordSet(tx: Tx, memberId: number, since: Date): Promise<boolean> {
    return wasPasswordSet(tx, memberId, since);
  }

  /** An event as it is kept. */
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
   * What is kept of where something came from: the network's hash is the same everywhere, that of a kind of browser is each
   * member's own, since there are so few of them.
   */
  placeOf(memberId: number | null, origin: RequestOrigin | undefined) {
    const device = memberId === null || !origin?.device ? null : `device ${memberId} ${origin.device}`;
    return {
      network: origin ? this.hasher.hash(origin.network) : null,
      device: device === null ? null : this.hasher.hash(device),
    };
  }
}
