// @ts-check
import { encodePng } from './png.mjs';
import { above, all, box, common, cut, edge, ellipse, line, mirrored, paint } from './shapes.mjs';

/** @typedef {import('./shapes.mjs').Layer} Layer */

/**
 * What makes a face one's own. Colors are #rrggbb.
 * @typedef {object} Look
 * @property {string} wall behind the person
 * @property {string} light the round patch of light on the wall
 * @property {string} skin
 * @property {string} shade of the skin, where it lies in shadow
 * @property {string} hair
 * @property {keyof typeof HAIR} cut
 * @property {string} cloth
 * @property {string} [scarf]
 * @property {string} [glasses]
 * @property {string} [earrings]
 * @property {boolean} [beard]
 * @property {string} [hat]
 */

const SIZE = 320;
/** Close enough that a face is one in 24 pixels too. */
const FRAME = { left: 8, top: 7, width: 84 };
const DARK = '#2a211d';

const HEAD = ellipse(50, 46, 17.5, 21);
const EVERYWHERE = () => -100;
const NOWHERE = () => 100;

/** What is behind the head, and what falls over the forehead. */
const HAIR = {
  short: {
    back: all(ellipse(50, 37, 20.5, 19), box(30.5, 36, 69.5, 50, 6)),
    front: cut(common(ellipse(50, 38, 19.5, 19), above(38)), ellipse(58, 47, 17, 15)),
  },
  long: {
    back: all(ellipse(50, 42, 24, 25), box(26, 40, 74, 84, 12)),
    front: mirrored(cut(common(ellipse(50, 40, 21, 22), above(45)), ellipse(56, 51, 15.5, 20))),
  },
  bun: {
    back: all(ellipse(50, 40, 21.5, 22), ellipse(50, 18.5, 9.5, 9)),
    front: cut(common(ellipse(50, 40, 20.5, 21), above(40)), ellipse(50, 52, 17, 19)),
  },
  curls: {
    back: all(
      ...Array.from({ length: 13 }, (_, turn) => {
        const angle = (turn / 12) * Math.PI * 1.35 - Math.PI * 1.175;
        return ellipse(50 + 20.5 * Math.cos(angle), 42 + 20.5 * Math.sin(angle), 9);
      }),
      ellipse(50, 36, 21),
    ),
    front: all(...[33, 40, 47, 54, 61, 67].map((x, turn) => ellipse(x, 28 + (turn % 2) * 1.5, 6.4))),
  },
  bald: { back: NOWHERE, front: NOWHERE },
  bob: {
    back: all(ellipse(50, 40, 23, 22), box(27, 38, 73, 64, 9)),
    front: common(ellipse(50, 40, 20.5, 20.5), above(35.5)),
  },
};

/**
 * A picture of somebody who does not exist: drawn by this code, so that nobody's licence or likeness is touched.
 * @param {Look} look
 * @returns {Buffer<ArrayBuffer>} a PNG
 */
export function drawPortrait(look) {
  return encodePng(SIZE, paint(SIZE, FRAME, [...wall(look), ...bust(look), ...face(look), ...worn(look)]));
}

/** @param {Look} look @returns {Layer[]} */
const wall = ({ wall: color, light }) => [
  { shape: EVERYWHERE, color },
  { shape: ellipse(50, 45, 34), color: light, opacity: 0.55 },
];

/** @param {Look} look @returns {Layer[]} */
function bust({ hair, cut: style, skin, shade, cloth, scarf }) {
  const neck = box(42.5, 56, 57.5, 80, 6);
  return [
    { shape: HAIR[style].back, color: hair },
    { shape: ellipse(50, 104, 36, 30), color: cloth },
    { shape: cut(ellipse(50, 104, 36, 30), ellipse(50, 101, 36, 30)), color: '#ffffff', opacity: 0.16 },
    { shape: ellipse(50, 76, 11, 6.5), color: scarf ?? skin },
    { shape: neck, color: skin },
    { shape: common(neck, ellipse(50, 58, 16, 14)), color: shade },
    ...(scarf ? [{ shape: box(37, 70, 63, 80.5, 5), color: scarf }] : []),
  ];
}

/** @param {Look} look @returns {Layer[]} */
function face({ skin, shade, hair, cut: style, beard }) {
  const smile = common(edge(ellipse(50, 53, 6.4, 5), 1.5), (_x, y) => 55.4 - y);
  const jaw = cut(
    common(HEAD, (_x, y) => 49.5 - y),
    ellipse(50, 46.5, 12.5, 10.5),
  );
  return [
    { shape: mirrored(ellipse(32.6, 47.5, 3.4, 4.6)), color: skin },
    { shape: mirrored(ellipse(32.4, 47.8, 1.6, 2.6)), color: shade },
    { shape: HEAD, color: skin },
    { shape: mirrored(ellipse(39.5, 53, 3.6, 2.6)), color: shade, opacity: 0.45 },
    ...(beard
      ? [
          { shape: all(jaw, common(HEAD, ellipse(50, 62, 9, 5))), color: hair },
          { shape: common(ellipse(50, 54, 8.4, 3.4), above(54.2)), color: hair },
        ]
      : []),
    { shape: mirrored(ellipse(43, 46, 1.75, 2.2)), color: DARK },
    { shape: mirrored(ellipse(43.6, 45.3, 0.55)), color: '#ffffff' },
    {
      shape: mirrored(line([39.8, 41.4], [45.4, 40.8], 1.3)),
      color: style === 'bald' && !beard ? DARK : hair,
    },
    { shape: line([50.4, 46.6], [51.2, 50.4], 1.1), color: shade },
    { shape: smile, color: beard ? '#f4e9e2' : '#8c3b37' },
    { shape: common(HAIR[style].front, ellipse(50, 42, 22, 23)), color: hair },
  ];
}

/** @param {Look} look @returns {Layer[]} */
function worn({ glasses, earrings, hat }) {
  return [
    ...(glasses
      ? [
          { shape: mirrored(edge(box(37.2, 42, 47.8, 50.4, 4), 1.1)), color: glasses },
          { shape: line([47.9, 45], [52.1, 45], 1.1), color: glasses },
          { shape: mirrored(line([37.2, 45], [33, 44.4], 1.1)), color: glasses },
        ]
      : []),
    ...(earrings ? [{ shape: mirrored(ellipse(32.3, 53.6, 1.5)), color: earrings }] : []),
    ...(hat
      ? [
          { shape: common(ellipse(50, 35, 22.5, 22), above(34)), color: hat },
          { shape: box(27, 29.5, 73, 36, 3.2), color: hat },
          { shape: box(27, 29.5, 73, 36, 3.2), color: '#ffffff', opacity: 0.18 },
        ]
      : []),
  ];
}
