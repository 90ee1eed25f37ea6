import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button, SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError, messageOf } from '../../shared/ui/form-error';
import { forgetSecondStep, type SecondStep } from './second-step';
import { PasskeyButton } from '../../shared/ui/passkey-button';
import { finishByPasskey, useSecondFactor } from './second-factor.api';

/** Replaces the tabs once one factor is proved, and asks for a second one that the member has. */
export function SecondStepForm({ step, onDone }: { step: SecondStep; onDone: () => void }) {
  const has = (way: string) => step.ways.includes(way);
  const [wantsRecovery, setWantsRecovery] = useState(!has('totp') && !has('passkey'));
  return (
    <div className="stack gap-4">
      <p className="text-15 text-muted">
        {wantsRecovery
          ? 'Enter one of the recovery codes that you were shown when you added a second factor. Each works once.'
          : 'Your account has a second factor. Use it to finish logging in.'}
      </p>
      {!wantsRecovery && has('passkey') && (
        <PasskeyButton work={() => finishByPasskey(step.ticket)} onDone={onDone}>
          Use a passkey
        </PasskeyButton>
      )}
      {wantsRecovery && <CodeForm key="recovery" field="recoveryCode" {...{ step, onDone }} />}
      {!wantsRecovery && has('totp') && <CodeForm key="code" field="code" {...{ step, onDone }} />}
      <div className="flex flex-wrap justify-between gap-2">
        <Button look="plain" onClick={forgetSecondStep}>
          Back
        </Button>
        {!wantsRecovery && has('recovery-code') && (
          <Button look="plain" onClick={() => setWantsRecovery(true)}>
            Use a recovery code
          </Button>
        )}
      </div>
    </div>
  );
}

const FIELDS = {
  code: { label: 'Code from your authenticator app', missing: 'Enter the six digits that the app shows.' },
  recoveryCode: { label: 'Recovery code', missing: 'Enter a recovery code.' },
};

interface CodeFormProps {
  field: keyof typeof FIELDS;
  step: SecondStep;
  onDone: () => void;
}

function CodeForm({ field, step, onDone }: CodeFormProps) {
  const finish = useSecondFactor(onDone);
  const { register, handleSubmit, formState, setFocus } = useForm<{ typed: string }>();
  // The field replaces the button that was pressed last.
  useEffect(() => setFocus('typed'), [setFocus]);
  const submit = handleSubmit(({ typed }) => {
    const { ticket } = step;
    const body = field === 'code' ? { ticket, code: typed } : { ticket, recoveryCode: typed };
    finish.mutate(body);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
      <TextField
        label={FIELDS[field].label}
        autoComplete={field === 'code' ? 'one-time-code' : 'off'}
        inputMode={field === 'code' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        required
        data-first-focus
        error={formState.errors.typed?.message}
        {...register('typed', { required: FIELDS[field].missing })}
      />
      <FormError error={finish.error} textOf={messageOf} />
      <SubmitButton working={finish.isPending} workingLabel="Checking...">
        Continue
      </SubmitButton>
    </form>
  );
}
