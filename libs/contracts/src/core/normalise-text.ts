/**
 * More marks in a row than a stream-safe text has (UAX #15). No language writes so many, and to order them takes
 * time that grows with the square of their number: 65,000 took seven seconds.
 */
const ENDLESS_MARKS = /(\p{M}{31,})/u;

/**
 * A text as the server stores it: line ends are line feeds, tabs are spaces, letters are composed (NFC). More
 * than 30 marks in a row stay as they are.
 */
export const normaliseText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').split(ENDLESS_MARKS).map(composed).join('').trim();

/** Composes every second part; those between are endless marks. */
const composed = (part: string, index: number): string => (index % 2 === 0 ? part.normalize('NFC') : part);

/** The same for a text of one line, such as a title: line ends are spaces. */
export const normaliseLine = (text: string): string => normaliseText(text).replaceAll('\n', ' ');
