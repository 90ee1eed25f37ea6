import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Draft, dropDraft, followDraft, isSameText, saveDraft, readDraft } from './draft';

interface KeptDraft {
  /** The text that the form starts with. */
  begins: Draft;
  /** True while the form contains a text of an earlier visit. */
  isRestored: boolean;
  /** True when the browser does not allow storing the text. */
  isUnkept: boolean;
  /**
   * Must be called after each change of the text by the person in this tab, but not after one made by `show`.
   */
  keep: (text: Draft) => void;
  /** Returns to the text that the form is about; undefined once something was typed since, in any tab. */
  discard: (() => void) | undefined;
}

/**
 * Keeps the draft of a form that edits the text `initial`. The draft is stored on this device under a name
 * with each change, shared with other tabs that have the form open, and deleted once the text is as before.
 * `show` puts a text into the form. Another tab that deletes the draft may have saved it: then `readSaved`, if
 * given, reads what is shown in its place; until it can be read the form stays as it is.
 */
export function useKeptDraft(
  name: string,
  initial: Draft,
  show: (text: Draft) => void,
  readSaved?: () => Promise<Draft>,
): KeptDraft {
  const [kept] = useState(() => readDraft(name));
  const [isRestored, setIsRestored] = useState(kept !== null && !isSameText(kept, initial));
  const [isTyped, setIsTyped] = useState(false);
  const [isUnkept, setIsUnkept] = useState(false);
  /** Counts the changes of the text, in any tab. */
  const changes = useRef(0);
  /** Shows a text that is no draft. */
  const showSaved = (saved: Draft) => {
    setIsRestored(false);
    show(saved);
  };
  const takeSaved = async (reading: Promise<Draft>) => {
    const change = changes.current;
    const saved = await reading.catch(() => null);
    if (changes.current !== change) return;
    if (saved) showSaved(saved);
    else setIsUnkept(true);
  };
  const takeOver = useEffectEvent((draft: Draft | null) => {
    changes.current += 1;
    // It was typed in another tab.
    if (draft) setIsTyped(true);
    if (draft) show(draft);
    else if (!readSaved) showSaved(initial);
    else void takeSaved(readSaved());
  });
  useEffect(() => followDraft(name, (draft) => takeOver(draft)), [name]);
  // A text that has been saved meanwhile is no longer a draft.
  const dropSaved = useEffectEvent(() => {
    if (kept !== null && isSameText(kept, initial)) dropDraft(name);
  });
  useEffect(() => dropSaved(), []);
  return {
    begins: kept ?? initial,
    isRestored,
    isUnkept,
    keep: (text) => {
      changes.current += 1;
      setIsTyped(true);
      if (isSameText(text, initial)) dropDraft(name);
      else setIsUnkept(!saveDraft(name, text));
    },
    discard: isTyped
      ? undefined
      : () => {
          dropDraft(name);
          showSaved(initial);
        },
  };
}
