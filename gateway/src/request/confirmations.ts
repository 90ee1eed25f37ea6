import { AppError } from '@likewell/contracts/core/app-error';
import { getConfirmation } from '@likewell/contracts/auth/confirmation-rpc';
import type { RpcOutput } from '@likewell/contracts/core/define-rpc';
import { gatewayErrors } from '@likewell/contracts/gateway/errors';
import { RpcClient } from '@likewell/service-kit/rpc/rpc-client';
import { Injectable } from '@nestjs/common';
import type { SignedInMember } from './request-state.js';

/** Asks auth every time, since only auth knows when a member last confirmed their identity. */
@Injectable()
export class Confirmations {
  constructor(private readonly rpc: RpcClient) {}

  /**
   * @throws AppError CONFIRMATION_NEEDED with the ways in which this member can confirm; UNAVAILABLE while
   *   auth does not answer
   */
  async assertConfirmed(tokenHash: string): Promise<void> {
    const confirmation = await this.rpc.call(getConfirmation, { tokenHash });
    if (!confirmation.isConfirmed) throw confirmationNeeded(confirmation);
  }

  /**
   * For what asks for the password itself, which confirms whoever has no second factor.
   * @throws AppError as {@link assertConfirmed}
   */
  async assertConfirmedBeyondPassword(tokenHash: string): Promise<void> {
    const confirmation = await this.rpc.call(getConfirmation, { tokenHash });
    const isEnough = confirmation.isConfirmed || confirmation.ways.includes('password');
    if (!isEnough) throw confirmationNeeded(confirmation);
  }

  /**
   * Makes no call if the tip is not above the member's limit, which the session carries.
   * @throws AppError as {@link assertConfirmed}
   */
  async assertMayTip(signedIn: SignedInMember | null, amountNano: bigint): Promise<void> {
    if (signedIn?.tipLimitNano === undefined || amountNano <= signedIn.tipLimitNano) return;
    await this.assertConfirmed(signedIn.tokenHash);
  }
}

const confirmationNeeded = ({ ways, codes }: RpcOutput<typeof getConfirmation>) =>
  new AppError(gatewayErrors.CONFIRMATION_NEEDED, { details: { ways: [...ways, ...codes] } });
