import { useForm } from 'react-hook-form';
import { errorText } from '../../shared/api/api-error';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { type LoginForm as Values, useLogin } from './auth.api';
import { OtherWays } from './other-ways';
import { Terms } from './terms';

export function LoginForm({ onDone }: { onDone: () => void }) {
  const login = useLogin();
  const { register, handleSubmit, formState } = useForm<Values>();
  const submit = handleSubmit((values) => {
    if (!login.isPending) login.mutate(values, { onSuccess: onDone });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
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
      <FormError>{login.error ? errorText(login.error, 'Error') : undefined}</FormError>
      <SubmitButton working={login.isPending} workingLabel="Logging in...">
        Login
      </SubmitButton>
      <OtherWays onDone={onDone} />
      <Terms by="By continuing with Google or a wallet as a new member" />
    </form>
  );
}
