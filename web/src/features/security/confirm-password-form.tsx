import { useForm } from 'react-hook-form';
import { errorText } from '../../shared/api/api-error';
import { useUser } from '../../shared/session/session-store';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { useConfirmByPassword } from './confirm.api';

/** Confirms by the password. */
export function ConfirmPasswordForm({ onDone }: { onDone: () => void }) {
  const confirm = useConfirmByPassword();
  const username = useUser()?.username ?? '';
  const { register, handleSubmit, formState } = useForm<{ password: string }>();
  const submit = handleSubmit(({ password }) => {
    if (!confirm.isPending) confirm.mutate(password, { onSuccess: onDone });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        data-first-focus
        error={formState.errors.password?.message}
        {...register('password', { required: 'Enter your password.' })}
      />
      <FormError>{confirm.error ? errorText(confirm.error, 'Error') : undefined}</FormError>
      <SubmitButton working={confirm.isPending} workingLabel="Confirming...">
        Confirm
      </SubmitButton>
    </form>
  );
}
