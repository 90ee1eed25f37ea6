import type { ReactNode } from 'react';
import type { FieldErrors, UseFormRegisterReturn } from 'react-hook-form';
import { useUser } from '../session/session-store';
import { PASSWORD_HINT } from './account-rules';
import { TextField } from './field';

/** The values of {@link NewPasswordFields} in a form. */
export interface NewPassword {
  password: string;
  repeatPassword: string;
}

interface NewPasswordFieldsProps {
  label: string;
  repeatLabel: string;
  hint?: string;
  /** The fields registered with the form, by the rules `newPassword` and `repeatedPassword`. */
  fields: Record<keyof NewPassword, UseFormRegisterReturn>;
  errors: FieldErrors<NewPassword>;
  /** Text about the password, below it. */
  children?: ReactNode;
}

/** A new password, and a field to repeat it. */
export function NewPasswordFields({
  label,
  repeatLabel,
  hint = PASSWORD_HINT,
  fields,
  errors,
  children,
}: NewPasswordFieldsProps) {
  return (
    <>
      <TextField
        label={label}
        type="password"
        autoComplete="new-password"
        required
        hint={hint}
        error={errors.password?.message}
        {...fields.password}
      />
      {children}
      <TextField
        label={repeatLabel}
        type="password"
        autoComplete="new-password"
        required
        error={errors.repeatPassword?.message}
        {...fields.repeatPassword}
      />
    </>
  );
}

/** Tells password managers to whom the password of a form belongs. */
export function OwnUsername() {
  return <input type="text" autoComplete="username" value={useUser()?.username ?? ''} readOnly hidden />;
}
