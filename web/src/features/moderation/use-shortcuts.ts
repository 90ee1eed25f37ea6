import { useEffect, useEffectEvent, useState } from 'react';
import { readStored, writeStored } from '../../shared/session/local-storage';

/** The action of each key; a key is a letter in lower case, a digit, or a name such as `Escape`. */
export type Shortcuts = Record<string, () => void>;

/** Elements in which letters are text, and therefore no shortcuts. */
const TYPING =
  'textarea, select, [contenteditable=""], [contenteditable="true"], ' +
  'input:not([type="radio"], [type="checkbox"], [type="button"], [type="submit"])';
/** Menus and dialogs, which have keys of their own. */
const OPEN_ABOVE = '[role="menu"], [role="dialog"], [role="alertdialog"]';

/**
 * Listens for single keys while `isOn`. It ignores keys in text fields, keys that are held down, and keys
 * together with Ctrl, Alt or Meta, which belong to the browser.
 */
export function useShortcuts(shortcuts: Shortcuts, isOn: boolean): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.repeat || event.isComposing) return;
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    if (document.querySelector(OPEN_ABOVE)) return;
    const act = shortcuts[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    if (!isOn) return;
    const hear = (event: KeyboardEvent) => onKey(event);
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, [isOn]);
}

/**
 * Returns whether single keys are shortcuts, and a function to change that. Members can turn them off (WCAG
 * 2.1.4), and the choice is stored.
 */
export function useShortcutsWanted(): [boolean, (wanted: boolean) => void] {
  const [wanted, setWanted] = useState(() => readStored('moderation-shortcuts') !== 'off');
  return [
    wanted,
    (next) => {
      writeStored('moderation-shortcuts', next ? 'on' : 'off');
      setWanted(next);
    },
  ];
}
