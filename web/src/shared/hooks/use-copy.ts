import { useEffect, useState } from 'react';
import { COPIED_MS } from '../config/limits';

/** Copies a text, and reports for a moment whether that succeeded. */
export function useCopy() {
  // A new object for each press, so that each is confirmed for as long.
  const [outcome, setOutcome] = useState<{ isCopied: boolean } | null>(null);
  useEffect(() => {
    if (!outcome?.isCopied) return;
    const timer = setTimeout(() => setOutcome(null), COPIED_MS);
    return () => clearTimeout(timer);
  }, [outcome]);
  /**
   * Copies a text. `select` selects it on the page: the fallback on pages without TLS, which
   * cannot use the clipboard.
   */
  const copy = async (text: string, select: () => void) => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome({ isCopied: true });
    } catch {
      select();
      // oxlint-disable-next-line typescript/no-deprecated -- nothing else copies where there is no TLS
      setOutcome({ isCopied: document.execCommand('copy') });
    }
  };
  return { isCopied: outcome?.isCopied === true, hasFailed: outcome?.isCopied === false, copy };
}
