import { useForm, useWatch } from 'react-hook-form';
import { ApiError } from '../../shared/api/api-error';
import { PasswordMeter } from '../../shared/password/password-meter';
import { newPassword, PASSWORD_HINT } from '../../shared/ui/account-rules';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { useChangePassword } from './settings.api';

interface Values {
  oldPass: string;
  newPass: string;
  repeat: string;
}

interface PasswordFormProps {
  username: string;
  /** Called when the password is another one and all sessions have ended. */
  onUpdated: () => void;
}

/** 'Change password': whatever makes it fail reads the same (spec, section 8), but for a new one that somebody would guess. */
export function PasswordForm({ username, onUpdated }: PasswordFormProps) {
  const change = useChangePassword();
  const { register, handleSubmit, formState, setError, control } = useForm<Values>();
  const password = useWatch({ control, name: 'newPass', defaultValue: '' });
  const { errors } = formState;
  const submit = handleSubmit(({ oldPass, newPass }) => {
    if (change.isPending) return;
    const onError = (error: Error) => {
      if (isTooEasy(error)) setError('newPass', { message: error.message }, { shouldFocus: true });
    };
    change.mutate({ oldPass, newPass }, { onSuccess: onUpdated, onError });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={username} readOnly hidden />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        required
        error={errors.oldPass?.message}
        {...register('oldPass', { required: 'Enter your current password.' })}
      />
      <TextField
        label="New password"
        type="password"
        autoComplete="new-password"
        required
        hint={`${PASSWORD_HINT} All devices will have to log in again.`}
        error={errors.newPass?.message}
        {...register('newPass', { required: 'Enter a new password.', ...newPassword, deps: 'repeat' })}
      />
      <PasswordMeter password={password} names={[username]} />
      <TextField
        label="Repeat new password"
        type="password"
        autoComplete="new-password"
        required
        error={errors.repeat?.message}
        {...register('repeat', {
          required: 'Repeat the new password.',
          validate: (value, { newPass }) => value === newPass || 'Passwords do not match',
        })}
      />
      <FormError>
        {change.isError && !isTooEasy(change.error) ? 'Wrong current password' : undefined}
      </FormError>
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
