const BROWSERS: Partial<Record<string, string>> = {
  edge: 'Edge',
  opera: 'Opera',
  samsung: 'Samsung Internet',
  firefox: 'Firefox',
  chrome: 'Chrome',
  safari: 'Safari',
};
const SYSTEMS: Partial<Record<string, string>> = {
  ios: 'iOS',
  android: 'Android',
  windows: 'Windows',
  macos: 'macOS',
  chromeos: 'ChromeOS',
  linux: 'Linux',
};

/** Describes a kind of browser for people: `firefox on linux` becomes Firefox on Linux. */
export function deviceWords(device: string | null): string {
  const [browser = '', system = ''] = device?.split(' on ') ?? [];
  const name = BROWSERS[browser] ?? 'Another browser';
  return SYSTEMS[system] ? `${name} on ${SYSTEMS[system]}` : name;
}
