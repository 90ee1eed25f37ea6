import { type ChangeEvent, type ComponentProps, type KeyboardEvent, type ReactNode, useId } from 'react';

const CONTROL =
  'w-full rounded-[10px] border border-control bg-canvas px-3 text-fg transition-colors ' +
  'placeholder:text-muted hover:border-muted aria-invalid:border-negative aria-invalid:outline-negative';

interface FieldProps {
  label: string;
  error?: string | undefined;
  /** A text under the control, such as a count of characters. */
  hint?: string | undefined;
}

interface TextFieldProps extends FieldProps, ComponentProps<'input'> {}

/** A labelled input whose error is read together with it. The text has the direction of its script. */
export function TextField({ label, error, hint, ...rest }: TextFieldProps) {
  return (
    <Frame {...{ label, error, hint }}>
      {(common) => (
        <input {...common} className={`${CONTROL} h-11 text-15 pointer-coarse:text-17`} {...rest} />
      )}
    </Frame>
  );
}

interface TitleFieldProps extends FieldProps, Omit<ComponentProps<'textarea'>, 'onKeyDown'> {
  /** Called on Enter, to move to the next field. */
  onEnter: () => void;
}

/**
 * A labelled title in its final size: one line that wraps, so that all of it is visible while it is written.
 * In a browser without boxes that grow with their text it has three lines.
 */
export function TitleField({ label, error, hint, onEnter, onChange, ...rest }: TitleFieldProps) {
  const handleEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || isOfComposition(event.nativeEvent)) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <Frame {...{ label, error, hint }}>
      {(common) => (
        <textarea
          {...common}
          rows={1}
          enterKeyHint="next"
          className={`${CONTROL} field-sizing-content min-h-13 resize-none py-[0.7rem] text-21 font-title leading-title not-supports-[field-sizing:content]:min-h-26`}
          {...rest}
          onKeyDown={handleEnter}
          onChange={(event) => {
            joinLines(event);
            onChange?.(event);
          }}
        />
      )}
    </Frame>
  );
}

/**
 * Returns true for a key that is part of a composition, such as the Enter that picks a candidate and the Escape
 * that closes their list. Safari ends the composition before it sends that key; there only the key's code
 * shows it.
 */
export const isOfComposition = (event: globalThis.KeyboardEvent): boolean =>
  // oxlint-disable-next-line typescript/no-deprecated -- nothing replaces it in Safari
  event.isComposing || event.keyCode === 229;

/** Replaces pasted line ends by spaces; the caret stays. */
function joinLines({ target }: ChangeEvent<HTMLTextAreaElement>): void {
  if (!target.value.includes('\n')) return;
  const { selectionEnd } = target;
  target.value = target.value.replaceAll('\n', ' ');
  target.setSelectionRange(selectionEnd, selectionEnd);
}

interface TextAreaProps extends FieldProps, ComponentProps<'textarea'> {}

/** A labelled box for longer text, which grows with the text. It has the size in which the text will be read. */
export function TextArea({ label, error, hint, ...rest }: TextAreaProps) {
  return (
    <Frame {...{ label, error, hint }}>
      {(common) => (
        <textarea
          {...common}
          className={`${CONTROL} field-sizing-content max-h-[60dvh] min-h-40 py-2.5 text-17 leading-post tall:min-h-52`}
          {...rest}
        />
      )}
    </Frame>
  );
}

interface FrameProps extends FieldProps {
  /** The control, given what all of them have. */
  children: (
    common: Pick<ComponentProps<'input'>, 'id' | 'dir' | `aria-${'describedby' | 'invalid'}`>,
  ) => ReactNode;
}

function Frame({ label, error, hint, children }: FrameProps) {
  const id = useId();
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  return (
    <div className="stack gap-1.5">
      <label htmlFor={id} className="text-13 font-medium text-muted">
        {label}
      </label>
      {children({ id, dir: 'auto', 'aria-describedby': described, 'aria-invalid': error ? true : undefined })}
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
