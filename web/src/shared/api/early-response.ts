/** A request that index.html started before this code was loaded. */
interface EarlyResponse {
  url: string;
  /** Resolves to null when there was no response. */
  response: Promise<Response | null>;
}

declare global {
  interface Window {
    earlyResponse?: EarlyResponse;
  }
}

/**
 * Returns the response that index.html has already requested for this address. Each one is returned once,
 * because later responses must be fresh. Returns null for every other address and after a failure; then the
 * caller makes the request.
 */
export async function takeEarlyResponse(url: string): Promise<Response | null> {
  const early = window.earlyResponse;
  if (early?.url !== url) return null;
  delete window.earlyResponse;
  return early.response;
}
