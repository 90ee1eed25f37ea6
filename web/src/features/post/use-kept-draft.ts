import { useEffect, useEffectEvent, useState } from 'react';
import { type Draft, dropDraft, followDraft, isSameText, saveDraft, readDraft } from './draft';

interface KeptDraft {
  /** What the form begins with. */
  begins: Draft;
  /** True while the form holds a text that was kept from before. */
  isRestored: boolean;
  /** True where the browser does not let the text be kept. */
  isUnkept: boolean;
  /** To be called with each change that is made to the text in this tab, and with none that `show` made. */
  keep: (text: Draft) => void;
  /** Goes back to the text that the form is about. */
  discard: () => void;
}

/**
 * The draft of a form that is about the text `initial`: kept under a name on this device with each change, shared with the
 * other tabs that have the form open, and gone once the text is as it was. `show` puts a text into the form.
 */
export function useKeptDraft(
  name: string | undefined,
  initial: Draft,
  show: (text: Draft) => void,
): KeptDraft {
  const [kept] = useState(() => (name === undefined ? null : readDraft(name)));
  const [isRestored, setIsRestored] = useState(kept !== null && !isSameText(kept, initial));
  const [isUnkept, setIsUnkept] = useState(false);
  const takeOver = useEffectEvent((draft: Draft | null) => show(draft ?? initial));
  useEffect(() => (name === undefined ? undefined : followDraft(name, (draft) => takeOver(draft))), [name]);
  // A text that was saved meanwhile is no draft any more.
  const dropSaved = useEffectEvent(() => {
    if (name !== undefined && kept !== null && isSameText(kept, initial)) dropDraft(name);
  });
  useEffect(() => dropSaved(), []);
  return {
    begins: kept ?? initial,
    isRestored,
    isUnkept,
    keep: (text) => {
      if (name === undefined) return;
      if (isSameText(text, initial)) dropDraft(name);
      else setIsUnkept(!saveDraft(name, text));
    },
    discard: () => {
      if (name !== undefined) dropDraft(name);
      setIsRestored(false);
      show(initial);
    },
  };
}
