/**
 * Any visible character: no space, control, mark without a letter, invisible character, or filler letter of a
 * script.
 */
const VISIBLE = /[^\p{Z}\p{Cc}\p{M}\p{Cf}\u115f\u1160\u3164\uffa0\u2800]/u;

/** True for a text in which nothing is visible, although it may contain characters. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);
