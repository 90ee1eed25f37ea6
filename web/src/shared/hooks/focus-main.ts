/**
 * Gives the focus to the screen: for a control that goes when it was pressed, so that the Tab key continues
 * from there and not from the top of the page.
 */
export const focusMain = (): void => document.getElementById('main')?.focus({ preventScroll: true });

/** Does the same where the element that had the focus has gone, and left it to nothing. */
export function focusMainIfLost(): void {
  if (document.activeElement === document.body) focusMain();
}
