/** What index.html began to fetch before any of this code was there. */
interface EarlyResponse {
  url: string;
  /** Null when no response came. */
  response: Promise<Response | null>;
}

declare global {
  interface Window {
    earlyResponse?: EarlyResponse;
  }
}

/**
 * The response that index.html asked for already, if this is its address: once, because what comes later has to be
 * fresh. Null, and the caller asks itself, for every other address and when the early call failed.
 */
export async function takeEarlyResponse(url: string): Promise<Response | null> {
  const early = window.earlyResponse;
  if (early?.url !== url) return null;
  delete window.earlyResponse;
  return early.response;
}
