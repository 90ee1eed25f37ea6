import { useForm, useWatch } from 'react-hook-form';
import { NO_ANSWER } from '../../shared/api/explain-unanswered';
import { PasswordMeter } from '../../shared/password/password-meter';
import { newPassword, repeatedPassword } from '../../shared/ui/account-rules';
import { SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { LoginButton } from '../../shared/ui/login-button';
import { type NewPassword, NewPasswordFields } from '../../shared/ui/password-fields';
import { Status } from '../../shared/ui/status';
import { useResetPassword } from './address.api';

/** Sets a new password with the link of a mail. */
export function ResetForm() {
  const reset = useResetPassword();
  const { register, handleSubmit, formState, control } = useForm<NewPassword>();
  const password = useWatch({ control, name: 'password', defaultValue: '' });
  const submit = handleSubmit((values) => reset.mutate(values.password));
  return (
    <>
      <Status className="text-15 text-muted">
        {reset.isSuccess && 'Your new password is set, and every device is logged out. Log in with it now.'}
      </Status>
      {reset.isSuccess ? (
        <LoginButton look="primary" className="justify-self-start" />
      ) : (
        <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
          <NewPasswordFields
            label="New password"
            repeatLabel="Repeat new password"
            fields={{
              password: register('password', { ...newPassword, deps: 'repeatPassword' }),
              repeatPassword: register('repeatPassword', repeatedPassword("Passwords don't match")),
            }}
            errors={formState.errors}
          >
            <PasswordMeter password={password} names={[]} />
          </NewPasswordFields>
          <FormError error={reset.error} fallback={NO_ANSWER} />
          <SubmitButton working={reset.isPending} workingLabel="Saving..." className="justify-self-start">
            Set new password
          </SubmitButton>
        </form>
      )}
    </>
  );
}
