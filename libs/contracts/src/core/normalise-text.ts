/** A text as the server stores it: line ends are line feeds, tabs are spaces, letters are composed (NFC). */
export const normaliseText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/\t/g, ' ').normalize('NFC').trim();

/** The same for a text of one line, such as a title: line ends are spaces. */
export const normaliseLine = (text: string): string => normaliseText(text).replaceAll('\n', ' ');
