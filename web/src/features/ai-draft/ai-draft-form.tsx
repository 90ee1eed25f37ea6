import { type SubmitEvent, useRef, useState } from 'react';
import { errorText } from '../../shared/api/api-error';
import { MAX_PROMPT_CHARACTERS } from '../../shared/config/limits';
import { SubmitButton } from '../../shared/ui/button';
import { TextArea } from '../../shared/ui/field';
import { FormError } from '../../shared/ui/form-error';
import type { AiDraft } from './ai-draft.api';
import { ReplaceQuestion } from './replace-question';
import { useAiDraft } from './use-ai-draft';

/** The count appears when this much of the room is used. */
const COUNT_FROM = 0.8;

interface AiDraftFormProps {
  /** True while the form holds what a person typed, which is never overwritten without asking. */
  holdsOwnWords: () => boolean;
  onDraft: (draft: AiDraft) => void;
}

/** Has title and body drafted from a few words (spec, section 2). */
export function AiDraftForm({ holdsOwnWords, onDraft }: AiDraftFormProps) {
  const [prompt, setPrompt] = useState('');
  /** The draft that was put into the form last, and the one that waits for an answer. */
  const [used, setUsed] = useState<AiDraft | null>(null);
  const [waiting, setWaiting] = useState<AiDraft | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const handOver = (draft: AiDraft) => {
    setWaiting(null);
    setUsed(draft);
    onDraft(draft);
  };
  const receive = (draft: AiDraft) => (holdsOwnWords() ? setWaiting(draft) : handOver(draft));
  const { working, error, ask } = useAiDraft(receive);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (working || prompt.trim() === '') return;
    setWaiting(null);
    setUsed(null);
    void ask(prompt);
  };
  const answer = (replaces: boolean) => {
    button.current?.focus();
    if (replaces && waiting) handOver(waiting);
    setWaiting(null);
  };
  return (
    <form noValidate onSubmit={submit} className="card mb-4 grid gap-3 p-3 sm:p-4">
      <TextArea
        label="What should your post be about?"
        compact
        value={prompt}
        onChange={(event) => setPrompt(event.target.value)}
        hint={count(prompt)}
      />
      <FormError>{error ? errorText(error, 'Failed to generate post') : undefined}</FormError>
      {waiting && <ReplaceQuestion onAnswer={answer} />}
      <div className="flex flex-wrap items-center justify-end gap-x-4 gap-y-3">
        <p role="status" className="min-w-48 flex-1 text-13 text-muted">
          {remark(working, used)}
        </p>
        <SubmitButton ref={button} look="money" working={working} workingLabel="Generating...">
          Draft with AI
        </SubmitButton>
      </div>
    </form>
  );
}

function remark(working: boolean, used: AiDraft | null): string {
  if (working) return 'This takes a few seconds.';
  if (!used) return 'The draft goes into the form below, for you to change.';
  const ready = 'Your draft is in the form below. Read it before you post.';
  return used.stand_in
    ? `${ready} It comes from a stand-in on this machine, not from a language model.`
    : ready;
}

function count(prompt: string): string | undefined {
  const { length } = prompt.trim();
  if (length < MAX_PROMPT_CHARACTERS * COUNT_FROM) return undefined;
  return `${length} of ${MAX_PROMPT_CHARACTERS} characters`;
}
