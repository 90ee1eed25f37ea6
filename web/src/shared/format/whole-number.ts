const whole = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });

/** Formats a number of things exactly: `12,345`. */
export const formatWhole = (count: number): string => whole.format(count);
