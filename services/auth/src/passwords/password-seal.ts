import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { CONFIG } from '@likewell/service-kit/config/config';
import { SealBroken, TextOpener } from '@likewell/service-kit/rpc/sealed-text';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AuthConfig } from '../config.js';
import { firstToOpen } from './first-to-open.js';

/** Opens the passwords that the gateway has sealed, and validates them like its forms. */
@Injectable()
export class PasswordSeal {
  private readonly openers: readonly TextOpener[];

  constructor(@Inject(CONFIG) { PASSWORD_OPEN_KEY: keys = [] }: Pick<AuthConfig, 'PASSWORD_OPEN_KEY'>) {
    this.openers = keys.map((key) => new TextOpener(key));
  }

  /** @throws AppError INVALID_INPUT if it does not open, or is not valid for this kind */
  open(kind: z.ZodType<string>, sealed: string): string {
    const password = kind.safeParse(this.textOf(sealed));
    if (password.success) return password.data;
    throw new AppError(commonErrors.INVALID_INPUT, { details: { issues: z.prettifyError(password.error) } });
  }

  private textOf(sealed: string): string {
    try {
      return this.openers.length === 0 ? sealed : firstToOpen(this.openers, (opener) => opener.open(sealed));
    } catch (error) {
      if (error instanceof SealBroken) throw new AppError(commonErrors.INVALID_INPUT, { cause: error });
      throw error;
    }
  }
}
