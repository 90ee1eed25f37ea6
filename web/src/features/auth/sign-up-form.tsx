import { useForm, useWatch } from 'react-hook-form';
import { ApiError, errorText } from '../../shared/api/api-error';
import { PasswordMeter } from '../../shared/password/password-meter';
import {
  EMAIL_RULE,
  newPassword,
  repeatedPassword,
  username,
  USERNAME_HINT,
} from '../../shared/ui/account-rules';
import { SubmitButton } from '../../shared/ui/button';
import { TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { type NewPassword, NewPasswordFields } from '../../shared/ui/password-fields';
import { type SignUpForm as Form, useSignUp } from './auth.api';
import { OtherWays } from './other-ways';
import { Terms } from './terms';

type Values = Form & NewPassword;

interface SignUpFormProps extends ReturnType<typeof useSignUpForm> {
  onDone: () => void;
}

/** What was typed for {@link SignUpForm} and what became of it, which outlive the form. */
export function useSignUpForm(onDone: () => void) {
  const signUp = useSignUp(onDone);
  const form = useForm<Values>({ defaultValues: { username: '', email: '', password: '' } });
  return { form, signUp };
}

export function SignUpForm({ form, signUp, onDone }: SignUpFormProps) {
  const { register, handleSubmit, formState, setError, control } = form;
  const [password, ...names] = useWatch({ control, name: ['password', 'username', 'email'] });
  const { errors } = formState;
  const submit = handleSubmit((values) => {
    const { username: name, email, password } = values;
    signUp.mutate(
      { username: name, email, password },
      {
        onError: (error) => {
          const field = fieldOf(error);
          if (field) setError(field, { message: errorText(error, 'Error') }, { shouldFocus: true });
        },
      },
    );
  });
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="stack gap-4">
      <TextField
        label="Username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
        data-first-focus
        hint={USERNAME_HINT}
        error={errors.username?.message}
        {...register('username', username)}
      />
      <TextField
        label="E-mail"
        type="email"
        autoComplete="email"
        required
        error={errors.email?.message}
        {...register('email', EMAIL_RULE)}
      />
      <NewPasswordFields
        label="Password"
        repeatLabel="Repeat password"
        fields={{
          password: register('password', { ...newPassword, deps: 'repeatPassword' }),
          repeatPassword: register('repeatPassword', repeatedPassword("Passwords don't match")),
        }}
        errors={errors}
      >
        <PasswordMeter password={password} names={names} />
      </NewPasswordFields>
      <FormError error={fieldOf(signUp.error) ? null : signUp.error} />
      <SubmitButton working={signUp.isPending} workingLabel="Signing up...">
        Sign Up
      </SubmitButton>
      <OtherWays onDone={onDone} />
      <Terms by="By signing up" />
    </form>
  );
}

/** Returns the field that the server's rejection is about, if there is one. */
function fieldOf(error: unknown): 'username' | 'email' | 'password' | undefined {
  const code = error instanceof ApiError ? error.code : '';
  if (code.startsWith('USERNAME_')) return 'username';
  if (code === 'PASSWORD_TOO_EASY') return 'password';
  return code === 'EMAIL_TAKEN' ? 'email' : undefined;
}
