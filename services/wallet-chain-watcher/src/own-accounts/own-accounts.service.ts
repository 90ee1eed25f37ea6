import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import type { LikeToken } from '../solana/like-token.js';
import type { OwnAccounts } from './own-accounts.js';
import { findOwnAccounts } from './own-accounts.queries.js';

/** The list of our accounts, by which chain transactions are judged. */
@Injectable()
export class OwnAccountsService {
  constructor(private readonly database: Database) {}

  /** The accounts of ours for this mint, and the version of the list, as of one moment. */
  find(token: LikeToken): Promise<OwnAccounts> {
    return findOwnAccounts(this.database.read, token);
  }
}
