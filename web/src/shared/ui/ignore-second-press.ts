/** What a double press takes at the most. */
const DOUBLE_PRESS_MS = 500;
/** How far a finger moves between its presses. */
const NEARBY_PX = 24;

/**
 * Keeps the second press of a double press from whatever comes under it: what was pressed goes, and what is below
 * moves up. A press elsewhere, later or by the keyboard counts.
 */
export function ignoreSecondPress(first: Pick<MouseEvent, 'clientX' | 'clientY' | 'detail'>): void {
  if (isByKeyboard(first)) return;
  const ignore = (press: MouseEvent) => {
    const distance = Math.hypot(press.clientX - first.clientX, press.clientY - first.clientY);
    if (isByKeyboard(press) || distance > NEARBY_PX) return;
    press.preventDefault();
    press.stopPropagation();
  };
  window.addEventListener('click', ignore, { capture: true });
  setTimeout(() => window.removeEventListener('click', ignore, { capture: true }), DOUBLE_PRESS_MS);
}

/** Browsers count the presses of a pointer alone. */
const isByKeyboard = ({ detail }: Pick<MouseEvent, 'detail'>) => detail === 0;
