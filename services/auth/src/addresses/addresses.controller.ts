import {
  confirmEmailChange,
  getAddress,
  requestEmailChange,
  sendVerification,
  undoEmailChange,
  verifyEmail,
} from '@likewell/contracts/auth/address-rpc';
import type { RpcInput } from '@likewell/contracts/core/define-rpc';
import { Rpc } from '@likewell/service-kit/rpc/rpc.decorator';
import { Controller } from '@nestjs/common';
import { AddressChangesService } from './address-changes.service.js';
import { AddressReturnService } from './address-return.service.js';
import { AddressesService } from './addresses.service.js';

@Controller()
export class AddressesController {
  constructor(
    private readonly addresses: AddressesService,
    private readonly changes: AddressChangesService,
    private readonly wayBack: AddressReturnService,
  ) {}

  @Rpc(getAddress)
  get({ memberId }: RpcInput<typeof getAddress>) {
    return this.addresses.get(memberId);
  }

  @Rpc(sendVerification)
  async sendVerification(wanted: RpcInput<typeof sendVerification>) {
    await this.addresses.sendAgain(wanted);
    return {};
  }

  @Rpc(verifyEmail)
  verify(link: RpcInput<typeof verifyEmail>) {
    return this.addresses.verify(link);
  }

  @Rpc(requestEmailChange)
  async requestChange(wanted: RpcInput<typeof requestEmailChange>) {
    await this.changes.request(wanted);
    return {};
  }

  @Rpc(confirmEmailChange)
  confirmChange(link: RpcInput<typeof confirmEmailChange>) {
    return this.changes.confirm(link);
  }

  @Rpc(undoEmailChange)
  undoChange(link: RpcInput<typeof undoEmailChange>) {
    return this.wayBack.undo(link);
  }
}
