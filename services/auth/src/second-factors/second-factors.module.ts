import { Module } from '@nestjs/common';
import { MailModule } from '../mail/mail.module.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { SecondFactorsService } from './second-factors.service.js';
import { SignInGate } from './sign-in-gate.js';

/** The common parts of all second factors, and the step of a sign-in that asks for one. */
@Module({
  imports: [MailModule, SecurityEventsModule, SessionsModule],
  providers: [SecondFactorsService, SignInGate],
  exports: [SecondFactorsService, SignInGate],
})
export class SecondFactorsModule {}
