/** Browsers by what their user agent alone holds, the most particular first: all of Chrome's kin say that they are Chrome too. */
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

/** What somebody uses, as coarse as `firefox on linux`: enough to notice another one, and little to recognise anybody by. */
export function deviceKindOf(userAgent: string | undefined): string {
  return `${kindOf(BROWSERS, userAgent)} on ${kindOf(SYSTEMS, userAgent)}`;
}

const kindOf = (kinds: typeof BROWSERS | typeof SYSTEMS, userAgent = '') =>
  kinds.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
