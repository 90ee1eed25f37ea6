import { Module } from '@nestjs/common';
import { SecondFactorsService } from './second-factors.service.js';
import { SignInGate } from './sign-in-gate.js';

/** The common parts of all second factors, and the step of a sign-in that asks for one. */
@Module({
  providers: [SecondFactorsService, SignInGate],
  exports: [SecondFactorsService, SignInGate],
})
export class SecondFactorsModule {}
