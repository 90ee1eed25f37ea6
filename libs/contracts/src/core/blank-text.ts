/**
 * Any visible character: no space, control, mark without a letter, invisible character, or filler letter of a
 * script.
 */
const VISIBLE = /[^\p{Z}\p{Cc}\p{M}\p{Cf}\u115f\u1160\u3164\uffa0\u2800]/u;

/** Control characters other than the line feed, and halves of surrogate pairs. */
const UNPRINTABLE = /(?!\n)[\p{Cc}\p{Cs}]/u;

/** True for a text of which every character can be shown, or is a line feed. */
export const isPrintable = (text: string): boolean => !UNPRINTABLE.test(text);

/** True for a text in which nothing is visible, although it may contain characters. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);
