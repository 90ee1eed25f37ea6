import { SecondFactorForm } from '../../shared/ui/second-factor-form';
import { finishByCode, finishByPasskey } from './second-factor.api';
import { forgetSecondStep, type SecondStep } from './second-step';

/** Replaces the tabs once one factor is proved, and asks for a second one that the member has. */
export function SecondStepForm({ step, onDone }: { step: SecondStep; onDone: () => void }) {
  return (
    <SecondFactorForm
      ways={step.ways}
      text="Your account has a second factor. Use it to finish logging in."
      passkeyLabel="Use a passkey"
      byPasskey={() => finishByPasskey(step.ticket)}
      byCode={(way, typed) => finishByCode(step.ticket, way, typed)}
      onDone={onDone}
      onBack={forgetSecondStep}
    />
  );
}
