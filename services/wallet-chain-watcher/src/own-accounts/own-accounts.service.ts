import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { Database } from '@likewell/service-kit/database/database';
import { Injectable } from '@nestjs/common';
import type { LikeToken } from '../solana/like-token.js';
import type { OwnAccounts } from './own-accounts.js';
import { findCurrentWallet, findOwnAccounts } from './own-accounts.queries.js';

/** The list of our accounts, by which chain transactions are judged. */
@Injectable()
export class OwnAccountsService {
  constructor(private readonly database: Database) {}

  /** Returns our accounts for this mint and the version of the list, both as of one moment. */
  find(token: LikeToken): Promise<OwnAccounts> {
    return findOwnAccounts(this.database.read, token);
  }

  /** Returns the wallet that members are told. @throws AppError UNAVAILABLE before one is listed */
  async currentWallet(token: LikeToken): Promise<string> {
    const wallet = await findCurrentWallet(this.database.read, token);
    if (wallet === null) throw new AppError(commonErrors.UNAVAILABLE);
    return wallet;
  }
}
