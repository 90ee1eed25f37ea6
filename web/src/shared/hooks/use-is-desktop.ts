import { useMediaQuery } from './use-media-query';

/**
 * Returns true in the desktop layout: from 1024 px (spec, section 9), or from a larger width when the
 * browser's text is larger.
 */
export const useIsDesktop = (): boolean => useMediaQuery('(min-width: 64em)');
