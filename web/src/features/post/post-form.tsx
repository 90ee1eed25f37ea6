import { isBlank } from '@likewell/contracts/core/blank-text';
import { type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useForm } from 'react-hook-form';
import { MAX_BODY_CHARACTERS, MAX_TITLE_CHARACTERS } from '../../shared/config/limits';
import { characterCount } from '../../shared/format/character-count';
import { Button, SubmitButton } from '../../shared/ui/button';
import { TextArea, TitleField } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import { LeaveQuestion } from '../../shared/ui/leave-question';
import { PostText } from '../../shared/ui/post-text';
import { type Draft, isSameText } from './draft';
import { DraftRestored } from './draft-restored';
import { useKeptDraft } from './use-kept-draft';

const REQUIRED = 'Both title and body are required.';

/** What other components can do with a mounted form. */
export interface PostFormHandle {
  /** Returns true while the form contains anything but the text with which it was last filled. */
  holdsOwnWords: () => boolean;
  fill: (draft: Draft) => void;
}

interface PostFormProps {
  ref?: Ref<PostFormHandle>;
  /** The text that the form edits: that of a post, or an empty one. */
  initial: Draft;
  /** Name under which the text is stored on this device while it is typed. */
  draftName: string;
  /** Asks before the page is left with changes. */
  guarded?: boolean;
  label: string;
  workingLabel: string;
  working: boolean;
  /** True once the server has the text. */
  saved?: boolean;
  error: Error | null;
  /** Shown for a failure without a sentence of the server. */
  fallbackError: string;
  onSubmit: (text: Draft) => void;
  /** Reads the text of the post again, which another tab may have saved. */
  readSaved?: () => Promise<Draft>;
  /** Called when the author discards a text of an earlier visit. */
  onDiscard?: () => void;
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
  readSaved,
  onDiscard,
  ...labels
}: PostFormProps) {
  const show = (shown: Draft) => {
    if (!isSameText(getValues(), shown)) reset(shown);
  };
  const draft = useKeptDraft(draftName, initial, show, readSaved);
  const { register, handleSubmit, watch, reset, setValue, setFocus, getValues, formState } = useForm<Draft>({
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
  // A form that was emptied contains nothing of the AI draft any more.
  const isEmpty = (text.title + text.body).trim() === '';
  useEffect(() => {
    if (isEmpty) setValue('draftId', undefined);
  }, [isEmpty, setValue]);
  const keep = () => {
    if (!isSaved) draft.keep(getValues());
  };
  const isChanged = !isSaved && !isSameText(text, initial);
  const isKept = isChanged && !draft.isUnkept;
  const missing = formState.errors.title ?? formState.errors.body;
  const [isPreview, setIsPreview] = useState(false);
  const submit = handleSubmit(
    (values) => {
      if (!working) onSubmit(values);
    },
    // The missing text can only be typed outside the preview.
    () => setIsPreview(false),
  );
  const submitByKeys = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    event.currentTarget.requestSubmit();
  };
  const discard = () => {
    // The button goes with the text; its fields are rendered before one has the focus.
    flushSync(() => {
      draft.discard?.();
      setIsPreview(false);
    });
    setFocus('title');
    onDiscard?.();
  };
  const filled = (value: string) => !isBlank(value) || REQUIRED;
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-element-interactions -- keys of its own fields
    <form
      noValidate
      onSubmit={(event) => void submit(event)}
      onKeyDown={submitByKeys}
      className="card stack gap-4 p-4 sm:p-6"
    >
      {draft.isRestored && !working && <DraftRestored onDiscard={draft.discard && discard} />}
      {(guarded || draft.isUnkept) && <LeaveQuestion isUnsaved={isChanged} isKept={isKept} />}
      <div hidden={isPreview} className="stack gap-4">
        <TitleField
          label="Title"
          required
          readOnly={working || isSaved}
          onEnter={() => setFocus('body')}
          hint={characterCount(text.title, MAX_TITLE_CHARACTERS)}
          aria-invalid={formState.errors.title && true}
          {...register('title', { validate: filled, onChange: keep })}
        />
        <TextArea
          label="Body"
          required
          readOnly={working || isSaved}
          hint={characterCount(text.body, MAX_BODY_CHARACTERS)}
          aria-invalid={formState.errors.body && true}
          {...register('body', { validate: filled, onChange: keep })}
        />
      </div>
      {isPreview && <PostPreview title={text.title} body={text.body} />}
      <FormError error={missing ? null : error} fallback={fallbackError}>
        {missing?.message}
      </FormError>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="text-13 text-muted max-sm:basis-full sm:flex-1">
          {isKept && 'Saved on this device'}
          <span className="hidden lg:inline">
            {isKept && ' · '}Ctrl+Enter {guarded ? 'saves' : 'posts'}
          </span>
        </p>
        <Button look="plain" disabled={isEmpty && !isPreview} onClick={() => setIsPreview(!isPreview)}>
          {isPreview ? 'Keep writing' : 'Preview'}
        </Button>
        <SubmitButton className="min-w-32" working={working} workingLabel={labels.workingLabel}>
          {labels.label}
        </SubmitButton>
      </div>
    </form>
  );
}

/** A text as its readers see it. */
function PostPreview({ title, body }: { title: string; body: string }) {
  return (
    <section aria-label="Preview" className="min-h-60">
      <h2 dir="auto" className="post-title text-28 leading-[1.15] sm:text-34">
        {title}
      </h2>
      <PostText>{body}</PostText>
    </section>
  );
}
