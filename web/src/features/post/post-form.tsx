import { isBlank } from '@likewell/contracts/core/blank-text';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { errorText } from '../../shared/api/api-error';
import { MAX_BODY_CHARACTERS, MAX_TITLE_CHARACTERS } from '../../shared/config/limits';
import { Button, SubmitButton } from '../../shared/ui/button';
import { TextArea, TextField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { LeaveQuestion } from '../../shared/ui/leave-question';
import { type Draft, isSameText } from './draft';
import { DraftRestored } from './draft-restored';
import { PostPreview } from './post-preview';
import { useKeptDraft } from './use-kept-draft';

const REQUIRED = 'Both title and body are required.';
/** The count appears when this much of the room is used. */
const COUNT_FROM = 0.8;

/** What others may do with a form that is on the screen. */
export interface PostFormHandle {
  /** True while it holds anything but the text that it was filled with last. */
  holdsOwnWords: () => boolean;
  fill: (draft: Draft) => void;
}

interface PostFormProps {
  ref?: Ref<PostFormHandle>;
  /** What the form is about: the text of a post, or nothing yet. */
  initial: Draft;
  /** Keeps what is typed on this device under this name. */
  draftName?: string;
  /** Asks before the page is left with changes. */
  guarded?: boolean;
  label: string;
  workingLabel: string;
  working: boolean;
  /** True once what was typed is at the server. */
  saved?: boolean;
  error: Error | null;
  /** Shown for a failure without a sentence of the server's. */
  fallbackError: string;
  onSubmit: (text: Draft) => void;
}

/** Title and body of a post, for writing and for editing (spec, section 5). */
export function PostForm({
  ref,
  initial,
  draftName,
  guarded = false,
  error,
  fallbackError,
  working,
  saved: isSaved = false,
  onSubmit,
  ...labels
}: PostFormProps) {
  const draft = useKeptDraft(draftName, initial, (shown) => {
    if (!isSameText(getValues(), shown)) reset(shown);
  });
  const { register, handleSubmit, watch, reset, setValue, getValues, formState } = useForm<Draft>({
    defaultValues: draft.begins,
  });
  const text = watch();
  const filledWith = useRef<Draft | null>(null);
  useImperativeHandle(ref, () => ({
    holdsOwnWords: () => {
      const { title, body } = getValues();
      const { current: last } = filledWith;
      return (title + body).trim() !== '' && (title !== last?.title || body !== last.body);
    },
    fill: (filled) => {
      filledWith.current = filled;
      reset(filled);
      draft.keep(filled);
    },
  }));
  // Nothing is left of a draft that was deleted.
  const isEmpty = (text.title + text.body).trim() === '';
  useEffect(() => {
    if (isEmpty) setValue('draftId', undefined);
  }, [isEmpty, setValue]);
  const keep = () => {
    if (!isSaved) draft.keep(getValues());
  };
  const isChanged = !isSaved && !isSameText(text, initial);
  const isKept = draftName !== undefined && isChanged && !draft.isUnkept;
  const missing = formState.errors.title ?? formState.errors.body;
  const [isPreview, setIsPreview] = useState(false);
  // That it is working is known a moment later; a key that is held down is quicker.
  const isSent = useRef(false);
  useEffect(() => {
    if (!working) isSent.current = false;
  }, [working, error]);
  const send = (values: Draft) => {
    if (working || isSent.current) return;
    isSent.current = true;
    onSubmit(values);
  };
  const submit = handleSubmit(
    send,
    // What is missing is typed in a field.
    () => setIsPreview(false),
  );
  const submitByKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  const filled = (value: string) => !isBlank(value) || REQUIRED;
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- it listens to what its own fields type
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitByKeys}
      className="card grid gap-4 p-4 sm:p-6"
    >
      {draft.isRestored && !working && <DraftRestored onDiscard={draft.discard} />}
      {(guarded || draft.isUnkept) && <LeaveQuestion isUnsaved={isChanged} isKept={isKept} />}
      <div hidden={isPreview} className="grid gap-4">
        <TextField
          label="Title"
          large
          required
          hint={count(text.title, MAX_TITLE_CHARACTERS)}
          {...register('title', { validate: filled, onChange: keep })}
        />
        <TextArea
          label="Body"
          large
          required
          hint={count(text.body, MAX_BODY_CHARACTERS)}
          {...register('body', { validate: filled, onChange: keep })}
        />
      </div>
      {isPreview && <PostPreview title={text.title} body={text.body} />}
      <FormError>{missing?.message ?? (error ? errorText(error, fallbackError) : undefined)}</FormError>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="text-13 text-muted max-sm:basis-full sm:flex-1">
          {isKept && 'Saved on this device'}
          <span className="hidden lg:inline">
            {isKept && ' · '}Ctrl+Enter {guarded ? 'saves' : 'posts'}
          </span>
        </p>
        <Button look="plain" disabled={isEmpty} onClick={() => setIsPreview(!isPreview)}>
          {isPreview ? 'Keep writing' : 'Preview'}
        </Button>
        <SubmitButton className="min-w-32" working={working} workingLabel={labels.workingLabel}>
          {labels.label}
        </SubmitButton>
      </div>
    </form>
  );
}

function count(text: string, limit: number): string | undefined {
  const length = text.trim().length;
  return length < limit * COUNT_FROM ? undefined : `${length} of ${limit} characters`;
}
