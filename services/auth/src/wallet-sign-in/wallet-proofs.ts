import type { walletProof } from '@likewell/contracts/auth/credentials';
import { authErrors } from '@likewell/contracts/auth/errors';
import { AppError } from '@likewell/contracts/core/app-error';
import { CONFIG } from '@likewell/service-kit/config/config';
import type { Tx } from '@likewell/service-kit/database/database';
import { verifyWalletSignature } from '@likewell/service-kit/wallet-signature/verify-wallet-signature';
import { Inject, Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { siteOriginOf, type AuthConfig } from '../config.js';
import { readMessage, type WalletMessage } from './wallet-message.js';
import { spendMessage, takeNonce } from './wallet-messages.queries.js';

/** A text that the wallet of this address signed. */
export type WalletStatement = z.output<typeof walletProof>;

/** Checks signed texts of wallets. */
@Injectable()
export class WalletProofs {
  constructor(@Inject(CONFIG) private readonly config: AuthConfig) {}

  /**
   * Verifies a statement, and returns its message. Every failure gives the same error.
   * @throws AppError WALLET_NOT_PROVEN, WALLET_PHRASE_OFF
   */
  read(statement: WalletStatement): WalletMessage {
    const message = readMessage(statement.message);
    if (message?.challenge === null && this.config.WALLET_BARE_PHRASE === 'off')
      throw new AppError(authErrors.WALLET_PHRASE_OFF);
    if (!message || !isForSite(message, statement, this.config) || !verifyWalletSignature(statement))
      throw new AppError(authErrors.WALLET_NOT_PROVEN);
    return message;
  }

  /**
   * Does {@link read} for a signed-in member. The text must be one that we issued: the spec's bare phrase is
   * valid only for signing in.
   * @returns a function that uses the message up, to call in the transaction that follows
   * @throws AppError IDENTITY_NOT_CONFIRMED, also from the returned function: the errors of a sign-in would
   *   end the member's session
   */
  confirm(statement: WalletStatement): (tx: Tx) => Promise<void> {
    try {
      const message = this.read(statement);
      if (message.challenge === null) throw new AppError(authErrors.WALLET_NOT_PROVEN);
      return (tx) => this.spend(tx, statement, message).catch(notConfirmed);
    } catch (error) {
      return notConfirmed(error);
    }
  }

  /** Uses up the message and its nonce. @throws AppError WALLET_NOT_PROVEN */
  async spend(tx: Tx, { address, message }: WalletStatement, read: WalletMessage): Promise<void> {
    const isFresh =
      (read.challenge === null || (await takeNonce(tx, read.challenge))) &&
      (await spendMessage(tx, address, message, read));
    if (!isFresh) throw new AppError(authErrors.WALLET_NOT_PROVEN);
  }
}

/**
 * Tells whether a message names no host, or one of the site's; the nonce knows how the host is written. A
 * text that a wallet wrote itself must also name its address and the site's origin.
 */
function isForSite(
  { challenge, account }: WalletMessage,
  { address }: WalletStatement,
  config: AuthConfig,
): boolean {
  if (challenge === null) return true;
  const origin = siteOriginOf(challenge.host, config);
  if (origin === undefined) return false;
  return account === null || (account.address === address && account.uri === origin);
}

function notConfirmed(error: unknown): never {
  throw error instanceof AppError ? new AppError(authErrors.IDENTITY_NOT_CONFIRMED, { cause: error }) : error;
}
