import type { ComponentProps } from 'react';

/**
 * What makes an `<input>` one for an amount. Browsers let the decimal sign of one's region be typed, as an iPhone's keys have no other,
 * and give the text with a point and all its digits; for what is no number they give ''.
 */
export const AMOUNT_INPUT: ComponentProps<'input'> = {
  type: 'number',
  inputMode: 'decimal',
  step: 'any',
  autoComplete: 'off',
  // Turning the wheel over a focused number must scroll, not spend.
  onWheel: (event) => event.currentTarget.blur(),
};
