import { screen } from '@testing-library/react';
import { expect, onTestFinished } from 'vitest';

/**
 * Returns a function that waits for a sentence, and expects that since this call it came into a region that was there
 * already: screen readers pass over what comes together with its region.
 */
export function watchRegions() {
  const changed: Node[] = [];
  const record = (changes: MutationRecord[]) => void changed.push(...changes.map(({ target }) => target));
  const observer = new MutationObserver(record);
  observer.observe(document.body, { childList: true, characterData: true, subtree: true });
  onTestFinished(() => observer.disconnect());
  return async (text: string | RegExp) => {
    const sentence = await screen.findByText(text);
    record(observer.takeRecords());
    const region = sentence.closest('[role=status]');
    expect(changed.some((node) => region?.contains(node))).toBe(true);
  };
}
