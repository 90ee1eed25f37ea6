import { useForm } from 'react-hook-form';
import { username as rule, USERNAME_HINT } from '../../shared/ui/account-rules';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { useChangeUsername } from './settings.api';
import { UnknownOutcome } from './unknown-outcome';

interface UsernameFormProps extends ReturnType<typeof useUsernameForm> {
  username: string;
  isVerified: boolean;
}

/** What was typed for {@link UsernameForm} and what became of it, which outlive the form. */
export function useUsernameForm() {
  return { change: useChangeUsername(), form: useForm<{ username: string }>() };
}

/** The tab 'Change username' (spec, sections 4, 5 and 8). */
export function UsernameForm({ username: current, isVerified, change, form }: UsernameFormProps) {
  const { register, handleSubmit, formState } = form;
  const submit = handleSubmit(({ username }) => change.mutate(username.trim()));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
      <p className="text-15 text-muted">
        You are <strong className="font-medium text-fg wrap-anywhere">{current}</strong> now. Links to your
        old name lead to you for 90 days, and nobody else can take it meanwhile.
        {isVerified && ' With a new name you lose your verified badge.'}
      </p>
      <TextField
        label="New username"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        required
        hint={USERNAME_HINT}
        error={formState.errors.username?.message}
        {...register('username', rule)}
      />
      <FormError error={change.error} fallback="Username update failed" />
      <UnknownOutcome error={change.error}>
        It is not known whether your username was changed. Load this page again to see it.
      </UnknownOutcome>
      <div className="flex justify-end">
        <SubmitButton className="min-w-32" working={change.isPending} workingLabel="Saving...">
          Change username
        </SubmitButton>
      </div>
    </form>
  );
}
