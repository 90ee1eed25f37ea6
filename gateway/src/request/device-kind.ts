/**
 * Browsers by a part of the user agent that only they have, the most specific first: all relatives of Chrome
 * also claim to be Chrome.
 */
const BROWSERS = [
  ['edge', /\bEdg(e|A|iOS)?\//],
  ['opera', /\bOPR\//],
  ['samsung', /\bSamsungBrowser\//],
  ['firefox', /\b(Firefox|FxiOS)\//],
  ['chrome', /\b(Chrome|CriOS)\//],
  ['safari', /\bSafari\//],
] as const;

const SYSTEMS = [
  ['ios', /\b(iPhone|iPad|iPod)\b/],
  ['android', /\bAndroid\b/],
  ['windows', /\bWindows\b/],
  ['macos', /\bMacintosh\b/],
  ['chromeos', /\bCrOS\b/],
  ['linux', /\bLinux\b/],
] as const;

/**
 * Describes a device as coarsely as `firefox on linux`: enough to notice a different one, too little to
 * identify a person.
 */
export function deviceKindOf(userAgent: string | undefined): string {
  return `${kindOf(BROWSERS, userAgent)} on ${kindOf(SYSTEMS, userAgent)}`;
}

const kindOf = (kinds: typeof BROWSERS | typeof SYSTEMS, userAgent = '') =>
  kinds.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
