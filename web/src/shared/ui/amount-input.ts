import type { ComponentProps } from 'react';

/**
 * Attributes of an `<input>` for an amount. Browsers accept the decimal sign of the person's region, which
 * may be the only one on an iPhone's keyboard, and return the text with a point and all its digits. For text
 * that is no number they return ''.
 */
export const AMOUNT_INPUT: ComponentProps<'input'> = {
  type: 'number',
  inputMode: 'decimal',
  step: 'any',
  autoComplete: 'off',
  // Turning the mouse wheel over a focused number must scroll the page, not change the amount.
  onWheel: (event) => event.currentTarget.blur(),
};
