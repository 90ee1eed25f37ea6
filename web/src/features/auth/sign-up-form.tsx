import { useForm } from 'react-hook-form';
import { errorText } from '../../shared/api/api-error';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { type SignUpForm as Form, useSignUp } from './auth.api';
import { OtherWays } from './other-ways';
import { Terms } from './terms';

type Values = Form & { repeatPassword: string };

/** What a browser takes for an address too; the server looks closer. */
const EMAIL = /^[^\s@]+@[^\s@]+$/;

export function SignUpForm({ onDone }: { onDone: () => void }) {
  const signUp = useSignUp();
  const { register, handleSubmit, formState } = useForm<Values>();
  const { errors } = formState;
  const submit = handleSubmit(({ username, email, password }) => {
    if (!signUp.isPending) signUp.mutate({ username, email, password }, { onSuccess: onDone });
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-first-focus
        error={errors.username?.message}
        {...register('username', { required: 'Choose a username.' })}
      />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email', {
          required: 'Enter your e-mail address.',
          pattern: { value: EMAIL, message: 'Enter a valid e-mail address.' },
        })}
      />
      <TextField
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        error={errors.password?.message}
        {...register('password', { required: 'Enter a password.', deps: 'repeatPassword' })}
      />
      <TextField
        label="Repeat password"
        type="password"
        autoComplete="new-password"
        required
        error={errors.repeatPassword?.message}
        {...register('repeatPassword', {
          required: 'Repeat the password.',
          validate: (value, { password }) => value === password || "Passwords don't match",
        })}
      />
      <FormError>{signUp.error ? errorText(signUp.error, 'Error') : undefined}</FormError>
      <SubmitButton working={signUp.isPending} workingLabel="Signing up...">
        Sign Up
      </SubmitButton>
      <OtherWays onDone={onDone} />
      <Terms by="By signing up" />
    </form>
  );
}
