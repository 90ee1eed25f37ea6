import { authErrors } from '@likewell/contracts/auth/errors';
import { walletProved } from '@likewell/contracts/auth/events';
import { finishWalletSignIn } from '@likewell/contracts/auth/rpc';
import { AppError } from '@likewell/contracts/kernel/app-error';
import type { RpcInput, RpcOutput } from '@likewell/contracts/kernel/define-rpc';
import { verifyWalletSignature } from '@likewell/service-kit/crypto/verify-wallet-signature';
import { Database, type Tx } from '@likewell/service-kit/database/database';
import { recordEvent } from '@likewell/service-kit/events/outbox';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { AccountOpener } from '../domain/account-opener.js';
import { anonymousUsernames } from '../domain/generated-usernames.js';
import { hashToken, newSessionToken } from '../domain/session-token.js';
import { readMessage, type WalletMessage } from '../domain/wallet-message.js';
import { enter, withFreeName } from '../storage/entering.js';
import { spendMessage, takeNonce } from '../storage/wallet-messages.js';

type Statement = RpcInput<typeof finishWalletSignIn>;

@Controller()
export class FinishWalletSignInHandler {
  constructor(
    private readonly database: Database,
    private readonly accounts: AccountOpener,
  ) {}

  @Rpc(finishWalletSignIn)
  async handle(statement: Statement): Promise<RpcOutput<typeof finishWalletSignIn>> {
    const message = readProven(statement);
    const { address, referralCode } = statement;
    const token = newSessionToken();
    const visitor = {
      identity: { provider: 'wallet', subject: address },
      email: null,
      referralCode,
      tokenHash: hashToken(token),
    } as const;
    // The address is no name for everybody to see: it would tell what she owns.
    const { member, joined } = await withFreeName(anonymousUsernames(), (username) =>
      this.database.transaction(async (tx) => {
        await spend(tx, statement, message);
        const entered = await enter(tx, { ...visitor, username });
        await recordEvent(tx, walletProved, { memberId: entered.member.memberId, address });
        return entered;
      }),
    );
    if (joined) await this.accounts.open(member.memberId, joined.referrerId);
    return { token, member };
  }
}

/** What a wallet said, if it said it. Whatever is wrong reads the same. @throws AppError WALLET_NOT_PROVEN */
function readProven(statement: Statement): WalletMessage {
  const message = readMessage(statement.message);
  if (!message || !verifyWalletSignature(statement)) throw new AppError(authErrors.WALLET_NOT_PROVEN);
  return message;
}

/** Uses up the message, and its nonce. @throws AppError WALLET_NOT_PROVEN */
async function spend(tx: Tx, { address, message }: Statement, read: WalletMessage): Promise<void> {
  const isFresh =
    (read.challenge === null || (await takeNonce(tx, read.challenge))) &&
    (await spendMessage(tx, address, message, read));
  if (!isFresh) throw new AppError(authErrors.WALLET_NOT_PROVEN);
}
