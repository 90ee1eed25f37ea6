import { type ComponentProps, useId } from 'react';

const CONTROL =
  'w-full rounded-[10px] border border-control bg-canvas px-3 text-15 text-fg transition-colors ' +
  'placeholder:text-muted hover:border-muted aria-invalid:border-negative';

interface FieldProps {
  label: string;
  error?: string | undefined;
  /** A remark under the control, such as a count of characters. */
  hint?: string | undefined;
}

/** A labelled line of input whose error is read with it. */
export function TextField({ label, error, hint, ...rest }: FieldProps & ComponentProps<'input'>) {
  const id = useId();
  return (
    <Frame {...{ id, label, error, hint }}>
      <input id={id} className={`${CONTROL} h-11`} {...describe(id, error, hint)} {...rest} />
    </Frame>
  );
}

interface TextAreaProps extends FieldProps, ComponentProps<'textarea'> {
  /** Begins with room for a few lines alone. */
  compact?: boolean;
}

/** A labelled box for longer text that grows with it. */
export function TextArea({ label, error, hint, compact = false, ...rest }: TextAreaProps) {
  const id = useId();
  return (
    <Frame {...{ id, label, error, hint }}>
      <textarea
        id={id}
        className={`${CONTROL} field-sizing-content max-h-[60dvh] py-2.5 leading-post ${compact ? 'min-h-20' : 'min-h-52'}`}
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
