import type { UseFormReturn } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { FORGOT_PASSWORD_PATH } from '../../shared/config/forgot-password-path';
import { knowsPasskeys } from '../../shared/passkeys/passkey';
import { PasskeyButton } from '../../shared/ui/passkey-button';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { type LoginForm as Values, useLogin } from './auth.api';
import { OtherWays } from './other-ways';
import { signInByPasskey } from './second-factor.api';
import { Terms } from './terms';

interface LoginFormProps {
  /** What was typed, which outlives the form. */
  form: UseFormReturn<Values>;
  onDone: () => void;
}

export function LoginForm({ form: { register, handleSubmit, formState }, onDone }: LoginFormProps) {
  const login = useLogin(onDone);
  const submit = handleSubmit((values) => login.mutate(values));
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
      <TextField
        label="Username or e-mail"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-first-focus
        error={formState.errors.emailOrUser?.message}
        {...register('emailOrUser', { required: 'Enter your username or e-mail.' })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="current-password"
        required
        error={formState.errors.password?.message}
        {...register('password', { required: 'Enter your password.' })}
      />
      <Link
        className="-my-3 flex min-h-tap items-center justify-self-start text-13 text-muted underline underline-offset-2 hover:text-fg"
        to={FORGOT_PASSWORD_PATH}
      >
        Forgot your password?
      </Link>
      <FormError error={login.error} />
      <SubmitButton working={login.isPending} workingLabel="Logging in...">
        Login
      </SubmitButton>
      <OtherWays onDone={onDone}>
        {knowsPasskeys() && (
          <PasskeyButton work={signInByPasskey} onDone={onDone}>
            Log in with a passkey
          </PasskeyButton>
        )}
      </OtherWays>
      <Terms by="By continuing with Google or a wallet as a new member" />
    </form>
  );
}
