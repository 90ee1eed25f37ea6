/**
 * The part of Trusted Types that is used here; the page's Content-Security-Policy requires them
 * (build/security-headers.ts).
 */
interface TrustedTypes {
  createPolicy: (
    name: string,
    rules: { createScriptURL: (text: string) => string },
  ) => { createScriptURL: (text: string) => string };
}

const ADDRESS = '/service-worker.js';

/**
 * Registers the worker that lets the page open without a network (web/service-worker). Does nothing, without
 * a message, when the browser does not allow it.
 */
export function registerServiceWorker(): void {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes };
  const policy = trustedTypes?.createPolicy('service-worker', { createScriptURL: () => ADDRESS });
  navigator.serviceWorker.register(policy?.createScriptURL(ADDRESS) ?? ADDRESS).catch(() => undefined);
}
