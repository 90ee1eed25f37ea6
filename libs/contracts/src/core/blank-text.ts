/** Anything but spaces, controls, marks without a letter, invisible characters, and the letters of scripts that stand for none. */
const VISIBLE = /[^\p{Z}\p{Cc}\p{M}\p{Cf}\u115f\u1160\u3164\uffa0\u2800]/u;

/** True of a text in which nothing can be seen, although it may hold characters. */
export const isBlank = (text: string): boolean => !VISIBLE.test(text);
