import { type ComponentProps, useId } from 'react';

const CONTROL =
  'w-full rounded-[10px] border border-control bg-canvas px-3 text-fg transition-colors ' +
  'placeholder:text-muted hover:border-muted aria-invalid:border-negative';

interface FieldProps {
  label: string;
  error?: string | undefined;
  /** A remark under the control, such as a count of characters. */
  hint?: string | undefined;
}

interface TextFieldProps extends FieldProps, ComponentProps<'input'> {
  /** As large as the title that it becomes. */
  large?: boolean;
}

/** A labelled line of input whose error is read with it. What is typed goes in the direction of its script. */
export function TextField({ label, error, hint, large = false, ...rest }: TextFieldProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, error, hint }}>
      <input
        id={id}
        dir="auto"
        className={`${CONTROL} ${large ? 'h-13 text-21 font-title' : 'h-11 text-15'}`}
        {...describe(id, error, hint)}
        {...rest}
      />
    </Frame>
  );
}

interface TextAreaProps extends FieldProps, ComponentProps<'textarea'> {
  /** For a text that is read at 17 px. */
  large?: boolean;
}

/** A labelled box for longer text that grows with it. */
export function TextArea({ label, error, hint, large = false, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, error, hint }}>
      <textarea
        id={id}
        dir="auto"
        className={`${CONTROL} field-sizing-content max-h-[60dvh] min-h-40 py-2.5 leading-post ${large ? 'text-17 tall:min-h-52' : 'text-15'}`}
        {...describe(id, error, hint)}
        {...rest}
      />
    </Frame>
  );
}

function Frame({ id, label, error, hint, children }: FieldProps & { id: string; children: React.ReactNode }) {
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-13 font-medium text-muted">
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="amount text-13 text-muted">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} role="alert" className="text-13 text-negative">
          {error}
        </p>
      )}
    </div>
  );
}

function describe(id: string, error: string | undefined, hint: string | undefined) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? true : undefined };
}
