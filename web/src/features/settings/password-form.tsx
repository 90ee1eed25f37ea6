import { useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../../shared/api/api-error';
import { CONFIRMATION_NEEDED } from '../../shared/api/client';
import { PasswordMeter } from '../../shared/password/password-meter';
import { newPassword, PASSWORD_HINT, repeatedPassword } from '../../shared/ui/account-rules';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { type NewPassword, NewPasswordFields, OwnUsername } from '../../shared/ui/password-fields';
import { useChangePassword } from './settings.api';
import { UnknownOutcome } from './unknown-outcome';

interface Values extends NewPassword {
  oldPass: string;
}

interface PasswordFormProps extends ReturnType<typeof usePasswordForm> {
  username: string;
}

/**
 * What was typed for {@link PasswordForm} and what became of it, which outlive the form. `onUpdated` is called
 * when all sessions have ended with the password, even if nothing of this is on the page by then.
 */
export function usePasswordForm(onUpdated: () => void) {
  return { change: useChangePassword(onUpdated), form: useForm<Values>() };
}

/**
 * The tab 'Change password'. Every failure shows the same text (spec, section 8), except for a new password
 * that is easy to guess, and for who did not confirm that it is them.
 */
export function PasswordForm({ username, change, form }: PasswordFormProps) {
  const { register, handleSubmit, formState, setError, control } = form;
  const password = useWatch({ control, name: 'password', defaultValue: '' });
  const { errors } = formState;
  const submit = handleSubmit(({ oldPass, password: newPass }) => {
    const onError = (error: Error) => {
      if (isTooEasy(error)) setError('password', { message: error.message }, { shouldFocus: true });
    };
    change.mutate({ oldPass, newPass }, { onError });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
      <OwnUsername />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.oldPass?.message}
        {...register('oldPass', { required: 'Enter your current password.' })}
      />
      <NewPasswordFields
        label="New password"
        repeatLabel="Repeat new password"
        hint={`${PASSWORD_HINT} All devices will have to log in again.`}
        fields={{
          password: register('password', {
            ...newPassword,
            required: 'Enter a new password.',
            deps: 'repeatPassword',
          }),
          repeatPassword: register('repeatPassword', {
            ...repeatedPassword('Passwords do not match'),
            required: 'Repeat the new password.',
          }),
        }}
        errors={errors}
      >
        <PasswordMeter password={password} names={[username]} />
      </NewPasswordFields>
      <FormError>{change.isError && !isTooEasy(change.error) ? reasonOf(change.error) : undefined}</FormError>
      <UnknownOutcome error={change.error}>
        It is not known whether your password was changed. If you are logged out, log in with the new one.
      </UnknownOutcome>
      <div className="flex justify-end">
        <SubmitButton className="min-w-32" working={change.isPending} workingLabel="Saving...">
          Change password
        </SubmitButton>
      </div>
    </form>
  );
}

const isTooEasy = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'PASSWORD_TOO_EASY';

/** Who has a second factor may have closed the dialog that asks for it. */
const reasonOf = (error: Error) =>
  error instanceof ApiError && error.code === CONFIRMATION_NEEDED ? error.message : 'Wrong current password';
