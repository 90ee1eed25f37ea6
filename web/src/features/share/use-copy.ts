import { useEffect, useState } from 'react';
import { COPIED_MS } from '../../shared/config/limits';

/** Copies a text, and says for a moment that it did. */
export function useCopy() {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  /** `field` shows the text; selecting it is the way out where the clipboard is closed to pages without TLS. */
  const copy = async (text: string, field: HTMLInputElement | null) => {
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      field?.focus();
      field?.setSelectionRange(0, field.value.length, 'backward');
      // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies where there is no TLS
      if (!document.execCommand('copy')) return;
    }
    setCopied(true);
  };
  return { copied, copy };
}
