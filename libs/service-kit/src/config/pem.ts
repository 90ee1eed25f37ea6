/** True when a variable contains certificates themselves, rather than the name of a file. */
export const isPem = (text: string): boolean => text.includes('-----BEGIN CERTIFICATE-----');
