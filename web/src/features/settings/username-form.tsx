import { useForm } from 'react-hook-form';
import { errorText } from '../../shared/api/api-error';
import { username as rule, USERNAME_HINT } from '../../shared/ui/account-rules';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { announceAndReload } from './announce-and-reload';
import { useChangeUsername } from './settings.api';

/** 'Change username' (spec, sections 4, 5 and 8). */
export function UsernameForm({ username: current }: { username: string }) {
  const change = useChangeUsername();
  const { register, handleSubmit, formState } = useForm<{ username: string }>();
  const onSuccess = () => announceAndReload('Your username was successfully changed');
  const submit = handleSubmit(({ username }) => {
    if (!change.isPending) change.mutate(username.trim(), { onSuccess });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <p className="text-15 text-muted">
        You are <strong className="font-medium text-fg wrap-anywhere">{current}</strong> now. Links to your
        old name lead to you for 90 days, and nobody else can take it meanwhile.
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
      <FormError>{change.error ? errorText(change.error, 'Username update failed') : undefined}</FormError>
      <div className="flex justify-end">
        <SubmitButton className="min-w-32" working={change.isPending} workingLabel="Saving...">
          Change username
        </SubmitButton>
      </div>
    </form>
  );
}
