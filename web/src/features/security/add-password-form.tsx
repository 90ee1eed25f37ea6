import { useForm } from 'react-hook-form';
import { newPassword, PASSWORD_HINT } from '../../shared/ui/account-rules';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { OwnUsername } from '../../shared/ui/password-fields';
import { useAddPassword } from './methods.api';

/** Adds a password for a member who registered without one. */
export function AddPasswordForm() {
  const add = useAddPassword();
  const { register, handleSubmit, formState } = useForm<{ newPass: string }>();
  const submit = handleSubmit(({ newPass }) => add.mutate(newPass));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-3">
      <OwnUsername />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        hint={PASSWORD_HINT}
        error={formState.errors.newPass?.message}
        {...register('newPass', newPassword)}
      />
      <FormError error={add.error} />
      <div>
        <SubmitButton look="quiet" working={add.isPending} workingLabel="Saving...">
          Add a password
        </SubmitButton>
      </div>
    </form>
  );
}
