/** What index.html began to fetch before any of this code was there. */
interface EarlyAnswer {
  url: string;
  /** Null when no answer came. */
  response: Promise<Response | null>;
}

declare global {
  interface Window {
    earlyAnswer?: EarlyAnswer;
  }
}

/**
 * The answer that index.html asked for already, if this is its address: once, because what comes later has to be
 * fresh. Null, and the caller asks itself, for every other address and when the early call failed.
 */
export async function takeEarlyAnswer(url: string): Promise<Response | null> {
  const early = window.earlyAnswer;
  if (early?.url !== url) return null;
  delete window.earlyAnswer;
  return early.response;
}
