import { useEffect, useState } from 'react';
import { COPIED_MS } from '../config/limits';

/** Copies a text, and says for a moment that it did, or that the browser did not. */
export function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const isCopied = outcome === 'copied';
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setOutcome(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  /** `select` selects the text where it is shown: the way out where the clipboard is closed to pages without TLS. */
  const copy = async (text: string, select: () => void) => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      select();
      // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies where there is no TLS
      setOutcome(document.execCommand('copy') ? 'copied' : 'failed');
    }
  };
  return { isCopied, hasFailed: outcome === 'failed', copy };
}
