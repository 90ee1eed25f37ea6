import { Sparkles } from 'lucide-react';
import {
  type FocusEvent,
  type Ref,
  type SubmitEvent,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { MAX_PROMPT_CHARACTERS } from '../../shared/config/limits';
import { characterCount } from '../../shared/format/character-count';
import { SubmitButton } from '../../shared/ui/button';
import { FormError } from '../../shared/ui/form-error';
import { Status } from '../../shared/ui/status';
import { type AiDraft, useAiDraft } from './ai-draft.api';
import { ReplaceQuestion } from './replace-question';
import { useKeptPrompt, useUnusedPrompt } from './use-kept-prompt';
import { readWaiting, saveWaiting } from './waiting-draft';

/** What other components can do with a mounted form. */
export interface AiDraftFormHandle {
  /** Deletes the words of an earlier visit. */
  discard: () => void;
}

interface AiDraftFormProps {
  ref?: Ref<AiDraftFormHandle>;
  /** Name under which the post's draft is stored on this device. */
  draftName: string;
  /** The post is being sent: a draft that comes meanwhile waits for its outcome. */
  isPosting: boolean;
  /**
   * Returns true while the form contains text typed by the person, which is never replaced without asking.
   */
  holdsOwnWords: () => boolean;
  onDraft: (draft: AiDraft) => void;
}

/** Drafts title and body from a few words (spec, section 2); a single line until it is used. */
export function AiDraftForm({ ref, draftName, isPosting, holdsOwnWords, onDraft }: AiDraftFormProps) {
  const { prompt, type, discard } = useKeptPrompt(draftName);
  useImperativeHandle(ref, () => ({ discard }));
  /** The draft that was put into the form last, and the draft that waits for the person's answer. */
  const [used, setUsed] = useState<AiDraft | null>(null);
  const [waiting, setWaiting] = useState(() => readWaiting(draftName));
  const [hasFocus, setHasFocus] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const keepWaiting = (draft: AiDraft | null) => {
    setWaiting(draft);
    saveWaiting(draftName, draft);
  };
  const handOver = (draft: AiDraft) => {
    setUsed(draft);
    onDraft(draft);
    keepWaiting(null);
  };
  const { working, error, ask } = useAiDraft(keepWaiting);
  useUnusedPrompt(draftName, prompt, working);
  // Also for a draft of an earlier visit. Before the paint, so that no question is shown for a moment.
  const receive = useEffectEvent(() => {
    if (waiting && !isPosting && !holdsOwnWords()) handOver(waiting);
  });
  // eslint-disable-next-line react-hooks/set-state-in-effect -- whether it waits depends on the form above
  useLayoutEffect(() => receive(), [waiting]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (working || prompt.trim() === '') return;
    keepWaiting(null);
    setUsed(null);
    ask(prompt);
  };
  const answer = (replaces: boolean) => {
    button.current?.focus();
    if (replaces && waiting) handOver(waiting);
    else keepWaiting(null);
  };
  const leave = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setHasFocus(false);
  };
  const isOpen = hasFocus || working || prompt !== '' || error !== null || used !== null || waiting !== null;
  const hint = characterCount(prompt, MAX_PROMPT_CHARACTERS);
  return (
    <form
      noValidate
      onSubmit={submit}
      onFocus={() => setHasFocus(true)}
      onBlur={leave}
      className="mt-3 stack gap-3 rounded-xl border border-line p-2"
    >
      <div
        className={`flex items-start gap-2 max-[18rem]:flex-wrap ${isOpen ? 'max-sm:flex-wrap max-sm:justify-end' : ''}`}
      >
        <Sparkles
          aria-hidden="true"
          className="mt-2.75 ml-2 size-4.5 shrink-0 text-accent max-[22.5rem]:hidden"
        />
        <label htmlFor={id} className="sr-only">
          What should your post be about?
        </label>
        <textarea
          id={id}
          dir="auto"
          rows={1}
          placeholder="What is it about?"
          value={prompt}
          aria-describedby={hint && `${id}-hint`}
          onChange={(event) => type(event.target.value)}
          className={`field-sizing-content max-h-[40dvh] min-w-0 flex-1 resize-none rounded-[10px] bg-transparent px-2 py-2 text-15 pointer-coarse:text-17 placeholder:text-muted ${isOpen ? 'min-h-20 max-sm:basis-4/5' : 'min-h-tap'}`}
        />
        <SubmitButton ref={button} look="outline" working={working} workingLabel="Generating...">
          Draft with AI
        </SubmitButton>
      </div>
      <FormError error={error} fallback="Failed to generate post" />
      {waiting && !isPosting && <ReplaceQuestion onAnswer={answer} />}
      <div
        className={`flex flex-wrap justify-between gap-x-4 px-2 pb-1 text-13 text-muted ${isOpen ? '' : 'sr-only'}`}
      >
        <Status>{remark(working, used, isPosting && waiting !== null)}</Status>
        {hint && (
          <p id={`${id}-hint`} className="amount">
            {hint}
          </p>
        )}
      </div>
    </form>
  );
}

function remark(working: boolean, used: AiDraft | null, isKept: boolean): string {
  if (isKept) return 'Your draft is ready. It is here when you write your next post.';
  if (working) return 'This takes a few seconds.';
  if (!used) return 'The draft goes into the form above, for you to change.';
  const ready = 'Your draft is in the form above. Read it before you post.';
  return used.stand_in
    ? `${ready} It comes from a stand-in on this machine, not from a language model.`
    : ready;
}
