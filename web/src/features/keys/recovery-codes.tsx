import { useRef } from 'react';
import { useCopy } from '../../shared/hooks/use-copy';
import { Button } from '../../shared/ui/button';
import { CopyLabel } from '../../shared/ui/copy-label';
import { FormError } from '../../shared/ui/form-error';

const NOT_COPIED =
  'This browser did not copy the codes. They are selected: copy them yourself, or write them down.';

/** The recovery codes, which are shown only this once. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const list = useRef<HTMLUListElement>(null);
  const { isCopied, hasFailed, copy } = useCopy();
  const select = () => {
    if (list.current) getSelection()?.selectAllChildren(list.current);
  };
  return (
    <div className="stack gap-3 rounded-[10px] border border-accent p-3">
      <p className="text-15">
        <strong className="font-medium">Keep these recovery codes.</strong> They are shown only once. If you
        lose your passkeys and your app, one of these codes lets you in; each code works once.
      </p>
      <ul
        ref={list}
        aria-label="Recovery codes"
        className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17.5rem),1fr))] gap-1 font-mono text-15"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <FormError>{hasFailed ? NOT_COPIED : undefined}</FormError>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void copy(codes.join('\n'), select)}>
          <CopyLabel isCopied={isCopied} />
        </Button>
        <Button look="primary" onClick={onKept}>
          I have kept them
        </Button>
      </div>
    </div>
  );
}
