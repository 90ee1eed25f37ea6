import { CONFIG } from '@likewell/service-kit/config/config';
import { Database } from '@likewell/service-kit/database/database';
import { Inject, Injectable } from '@nestjs/common';
import { siteOrigin, type AuthConfig } from '../config.js';
import { MemberMails } from '../member-mails/member-mails.js';
import { finishExport, type Claim } from './export-leases.queries.js';

/** Marks an export as ready, and tells its member. */
@Injectable()
export class ExportFinisher {
  constructor(
    private readonly database: Database,
    private readonly mails: MemberMails,
    @Inject(CONFIG) private readonly config: Pick<AuthConfig, 'SITE_ORIGINS'>,
  ) {}

  /** Returns false if the export is no longer claimed by this attempt. */
  finish(claim: Claim, bytes: number): Promise<boolean> {
    return this.database.transaction(async (tx) => {
      const isOurs = await finishExport(tx, claim, bytes);
      if (isOurs && claim.madeFor === 'member')
        await this.mails.notifyOfExport(tx, claim.memberId, `${siteOrigin(this.config)}/settings#security`);
      return isOurs;
    });
  }
}
