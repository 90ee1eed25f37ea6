import { useForm } from 'react-hook-form';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { OwnUsername } from '../../shared/ui/password-fields';
import { useConfirmByPassword } from './confirm.api';

/** Confirms the member's identity with the password. */
export function ConfirmPasswordForm({ onDone }: { onDone: () => void }) {
  const confirm = useConfirmByPassword();
  const { register, handleSubmit, formState } = useForm<{ password: string }>();
  const submit = handleSubmit(({ password }) => confirm.mutate(password, { onSuccess: onDone }));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
      <OwnUsername />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        data-first-focus
        error={formState.errors.password?.message}
        {...register('password', { required: 'Enter your password.' })}
      />
      <FormError error={confirm.error} />
      <SubmitButton working={confirm.isPending} workingLabel="Confirming...">
        Confirm
      </SubmitButton>
    </form>
  );
}
