import { AppError } from '@likewell/contracts/core/app-error';
import { commonErrors } from '@likewell/contracts/core/common-errors';
import { CONFIG } from '@likewell/service-kit/config/config';
import { SealBroken, TextOpener } from '@likewell/service-kit/rpc/sealed-text';
import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import type { AuthConfig } from '../config.js';

/** Opens the passwords that the gateway has sealed, and looks at them as its forms do. */
@Injectable()
export class PasswordSeal {
  private readonly opener: TextOpener | null;

  constructor(@Inject(CONFIG) { PASSWORD_OPEN_KEY: key }: Pick<AuthConfig, 'PASSWORD_OPEN_KEY'>) {
    this.opener = key === undefined ? null : new TextOpener(key);
  }

  /** @throws AppError INVALID_INPUT for one that does not open, or is not of this kind */
  open(kind: z.ZodType<string>, sealed: string): string {
    const password = kind.safeParse(this.textOf(sealed));
    if (password.success) return password.data;
    throw new AppError(commonErrors.INVALID_INPUT, { details: { issues: z.prettifyError(password.error) } });
  }

  private textOf(sealed: string): string {
    try {
      return this.opener ? this.opener.open(sealed) : sealed;
    } catch (error) {
      if (error instanceof SealBroken) throw new AppError(commonErrors.INVALID_INPUT, { cause: error });
      throw error;
    }
  }
}
