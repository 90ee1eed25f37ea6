import { useForm } from 'react-hook-form';
import { errorText } from '../../shared/api/api-error';
import { useUser } from '../../shared/session/session-store';
import { newPassword, PASSWORD_HINT } from '../../shared/ui/account-rules';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { useAddPassword } from './methods.api';

/** For a member who joined without a password. */
export function AddPasswordForm() {
  const add = useAddPassword();
  const username = useUser()?.username ?? '';
  const { register, handleSubmit, formState } = useForm<{ newPass: string }>();
  const submit = handleSubmit(({ newPass }) => {
    if (!add.isPending) add.mutate(newPass);
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-3">
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        hint={PASSWORD_HINT}
        error={formState.errors.newPass?.message}
        {...register('newPass', { required: 'Enter a password.', ...newPassword })}
      />
      <FormError>{add.error ? errorText(add.error, 'Error') : undefined}</FormError>
      <div>
        <SubmitButton look="quiet" working={add.isPending} workingLabel="Saving...">
          Add a password
        </SubmitButton>
      </div>
    </form>
  );
}
