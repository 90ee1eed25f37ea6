import { Module } from '@nestjs/common';
import { MemberMailsModule } from '../member-mails/member-mails.module.js';
import { MembersModule } from '../members/members.module.js';
import { SecurityEventsModule } from '../security-events/security-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { CodeGuesses } from './code-guesses.js';
import { SecondFactorsService } from './second-factors.service.js';
import { SignInGate } from './sign-in-gate.js';

/** What all second factors have in common, and where a sign-in is asked for one. */
@Module({
  imports: [MemberMailsModule, MembersModule, SecurityEventsModule, SessionsModule],
  providers: [SecondFactorsService, SignInGate, CodeGuesses],
  exports: [SecondFactorsService, SignInGate, CodeGuesses],
})
export class SecondFactorsModule {}
