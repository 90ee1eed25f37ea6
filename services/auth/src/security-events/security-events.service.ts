import type { listSecurityEvents } from '@likewell/contracts/auth/security-events-rpc';
import type { SecurityEvent } from '@likewell/contracts/auth/security-events';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { id } from '@likewell/contracts/core/ids';
import { cutPage, type Page } from '@likewell/contracts/core/page';
import { CONFIG } from '@likewell/service-kit/config/config';
import { CursorCodec } from '@likewell/service-kit/database/cursor';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AuthConfig } from '../config.js';
import { findSecurityEventsOf, type SecurityEventRow } from './security-events.queries.js';
import { SecurityEventsRecorder } from './security-events.recorder.js';

const eventKey = z.object({ id });

/** The security events that members may see of their own accounts. */
@Injectable()
export class SecurityEventsService {
  constructor(
    private readonly database: Database,
    private readonly recorder: SecurityEventsRecorder,
    @Inject(CONFIG) private readonly config: AuthConfig,
  ) {}

  /** Returns a page of a member's own events, newest first. @throws AppError INVALID_CURSOR */
  async list({
    memberId,
    cursor,
    origin,
  }: RpcInput<typeof listSecurityEvents>): Promise<Page<SecurityEvent>> {
    const cursors = new CursorCodec(this.config.CURSOR_SECRET, `security-events:${memberId}`, eventKey);
    const beforeId = cursor === null ? null : cursors.decode(cursor).id;
    const rows = await findSecurityEventsOf(this.database.read, memberId, beforeId);
    const here = this.recorder.placeOf(memberId, origin);
    const { items, nextCursor } = cutPage(rows, (last) => cursors.encode({ id: last.id }));
    return { items: items.map((row) => toEvent(row, here)), nextCursor };
  }
}

type Place = ReturnType<SecurityEventsRecorder['placeOf']>;

/**
 * Converts an event for its member. Other actors and their reasons are only for operators; of hashes it only
 * tells whether they are the reader's.
 */
function toEvent({ network, device, ...event }: SecurityEventRow, here: Place): SecurityEvent {
  return {
    ...event,
    isThisNetwork: isSame(network, here.network),
    isThisDevice: isSame(device, here.device),
  };
}

const isSame = (there: string | null, here: string | null) =>
  there === null || here === null ? null : there === here;
