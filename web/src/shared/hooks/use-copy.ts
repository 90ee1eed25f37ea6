import { useEffect, useState } from 'react';
import { COPIED_MS } from '../config/limits';

/** Copies a text, and reports for a moment whether that succeeded. */
export function useCopy() {
  const [outcome, setOutcome] = useState<'copied' | 'failed' | null>(null);
  const isCopied = outcome === 'copied';
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setOutcome(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  /**
   * Copies a text. `select` selects it on the page: the fallback on pages without TLS, which
   * cannot use the clipboard.
   */
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
