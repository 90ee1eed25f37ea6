import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSingleMutation } from '../api/use-single-mutation';
import { Button, SubmitButton } from './button';
import { TextField } from './field';
import { FormError, messageOf } from './form-error';
import { PasskeyButton } from './passkey-button';

/** What somebody types as their second factor. */
export type CodeWay = 'totp' | 'recovery-code';

interface CodeFormProps {
  /** Sends what was typed. */
  byCode: (way: CodeWay, typed: string) => Promise<unknown>;
  onDone: () => void;
}

interface SecondFactorFormProps extends CodeFormProps {
  /** Values `totp`, `recovery-code`, `passkey`; others are ignored. */
  ways: readonly string[];
  /** Says what the second factor is asked for. */
  text: string;
  passkeyLabel: string;
  byPasskey: () => Promise<void>;
  /** Leads back to the first factor, where there was one. */
  onBack?: () => void;
}

/** Asks for a second factor that the member has. */
export function SecondFactorForm({
  ways,
  text,
  passkeyLabel,
  byPasskey,
  onBack,
  ...codeForm
}: SecondFactorFormProps) {
  const has = (way: string) => ways.includes(way);
  const [wantsRecovery, setWantsRecovery] = useState(!has('totp') && !has('passkey'));
  return (
    <div className="stack gap-4">
      <p className="text-15 text-muted">
        {wantsRecovery
          ? 'Enter one of the recovery codes that you were shown when you added a second factor. Each works once.'
          : text}
      </p>
      {!wantsRecovery && has('passkey') && (
        <PasskeyButton work={byPasskey} onDone={codeForm.onDone}>
          {passkeyLabel}
        </PasskeyButton>
      )}
      {wantsRecovery && <CodeForm key="recovery" way="recovery-code" {...codeForm} />}
      {!wantsRecovery && has('totp') && <CodeForm key="code" way="totp" {...codeForm} />}
      <div className="flex flex-wrap justify-between gap-2 empty:hidden">
        {onBack && (
          <Button look="plain" onClick={onBack}>
            Back
          </Button>
        )}
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
  totp: { label: 'Code from your authenticator app', missing: 'Enter the six digits that the app shows.' },
  'recovery-code': { label: 'Recovery code', missing: 'Enter a recovery code.' },
};

function CodeForm({ way, byCode, onDone }: CodeFormProps & { way: CodeWay }) {
  const finish = useSingleMutation({
    mutationFn: (typed: string) => byCode(way, typed),
    onSuccess: onDone,
  });
  const { register, handleSubmit, formState, setFocus } = useForm<{ typed: string }>();
  // The field replaces the button that was pressed last.
  useEffect(() => setFocus('typed'), [setFocus]);
  const submit = handleSubmit(({ typed }) => finish.mutate(typed));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
      <TextField
        label={FIELDS[way].label}
        autoComplete={way === 'totp' ? 'one-time-code' : 'off'}
        inputMode={way === 'totp' ? 'numeric' : 'text'}
        autoCapitalize="none"
        spellCheck={false}
        required
        data-first-focus
        error={formState.errors.typed?.message}
        {...register('typed', { required: FIELDS[way].missing })}
      />
      <FormError error={finish.error} textOf={messageOf} />
      <SubmitButton working={finish.isPending} workingLabel="Checking...">
        Continue
      </SubmitButton>
    </form>
  );
}
