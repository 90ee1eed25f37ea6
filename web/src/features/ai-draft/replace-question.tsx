import { Button } from '../../shared/ui/button';

/** Asks before a draft replaces what a person has typed. The focus stays in the text field. */
export function ReplaceQuestion({ onAnswer }: { onAnswer: (replaces: boolean) => void }) {
  return (
    <div className="stack gap-3 rounded-[10px] bg-raised p-3">
      <p role="alert" className="text-15 text-fg">
        The draft is ready, but you have written something already. Put the draft in its place?
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => onAnswer(true)}>Replace my text</Button>
        <Button look="plain" onClick={() => onAnswer(false)}>
          Keep my text
        </Button>
      </div>
    </div>
  );
}
