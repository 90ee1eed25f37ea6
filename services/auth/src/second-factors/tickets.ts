import type { Tx } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import {
  countTry,
  deleteOldTickets,
  findTicket,
  takeRecoveryCode,
  takeTicket,
  type Ticket,
} from './second-factors.queries.js';

export type { Ticket };

/** Sign-ins that wait for a second factor, and the recovery codes that stand in for one. */
@Injectable()
export class Tickets {
  /** Of a ticket that is alive; looking is no try. */
  find(tx: Tx, ticketHash: string): Promise<Ticket | null> {
    return findTicket(tx, ticketHash);
  }

  countTry(tx: Tx, ticketHash: string): Promise<Ticket | null> {
    return countTry(tx, ticketHash);
  }

  take(tx: Tx, ticketHash: string): Promise<boolean> {
    return takeTicket(tx, ticketHash);
  }

  takeRecoveryCode(tx: Tx, memberId: number, codeHash: string): Promise<boolean> {
    return takeRecoveryCode(tx, memberId, codeHash);
  }

  deleteOld(tx: Tx): Promise<void> {
    return deleteOldTickets(tx);
  }
}
