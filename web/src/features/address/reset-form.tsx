import { useForm } from 'react-hook-form';
import { errorText } from '../../shared/api/api-error';
import { openDialog } from '../../shared/dialogs/dialog-store';
import { newPassword, PASSWORD_HINT } from '../../shared/ui/account-rules';
import { Button, SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { useResetPassword } from './address.api';
import { useLinkToken } from './use-link-token';

interface Values {
  password: string;
  repeatPassword: string;
}

/** A new password, by the link of a mail. */
export function ResetForm() {
  const token = useLinkToken();
  const reset = useResetPassword();
  const { register, handleSubmit, formState } = useForm<Values>();
  const { errors } = formState;
  const submit = handleSubmit(({ password }) => {
    if (!reset.isPending) reset.mutate({ token, newPassword: password });
  });
  if (reset.isSuccess) return <Done />;
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        hint={PASSWORD_HINT}
        error={errors.password?.message}
        {...register('password', { required: 'Enter a password.', ...newPassword, deps: 'repeatPassword' })}
      />
      <TextField
        label="Repeat new password"
        type="password"
        autoComplete="new-password"
        required
        error={errors.repeatPassword?.message}
        {...register('repeatPassword', {
          required: 'Repeat the password.',
          validate: (value, { password }) => value === password || "Passwords don't match",
        })}
      />
      <FormError>{reset.error ? errorText(reset.error, 'Error') : undefined}</FormError>
      <div>
        <SubmitButton working={reset.isPending} workingLabel="Saving...">
          Set new password
        </SubmitButton>
      </div>
    </form>
  );
}

function Done() {
  return (
    <div role="status" className="grid gap-4">
      <p className="text-15 text-muted">
        Your new password is set, and every device is logged out. Log in with it now.
      </p>
      <div>
        <Button look="primary" onClick={() => openDialog({ kind: 'auth', tab: 'login' })}>
          Login
        </Button>
      </div>
    </div>
  );
}
