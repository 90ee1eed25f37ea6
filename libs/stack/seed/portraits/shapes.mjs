// @ts-check

/**
 * A shape tells of a point how far outside of it the point lies; less than 0 is inside. The middle is at 50, 50.
 * @typedef {(x: number, y: number) => number} Shape
 */

/**
 * @param {number} cx
 * @param {number} cy
 * @param {number} rx
 * @param {number} [ry]
 * @returns {Shape}
 */
export const ellipse =
  (cx, cy, rx, ry = rx) =>
  (x, y) => {
    const [dx, dy] = [x - cx, y - cy];
    const reach = Math.hypot(dx / rx, dy / ry);
    // What the form leaves over, by how steep it is there: near the edge that is the distance.
    const slope = Math.hypot(dx / rx ** 2, dy / ry ** 2);
    return slope === 0 ? -Math.min(rx, ry) : ((reach - 1) * reach) / slope;
  };

/**
 * A box with round corners.
 * @param {number} left
 * @param {number} top
 * @param {number} right
 * @param {number} bottom
 * @param {number} radius
 * @returns {Shape}
 */
export const box = (left, top, right, bottom, radius) => (x, y) => {
  const dx = Math.abs(x - (left + right) / 2) - (right - left) / 2 + radius;
  const dy = Math.abs(y - (top + bottom) / 2) - (bottom - top) / 2 + radius;
  return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
};

/**
 * A line with round ends.
 * @param {[number, number]} from
 * @param {[number, number]} to
 * @param {number} width
 * @returns {Shape}
 */
export const line = ([ax, ay], [bx, by], width) => {
  const [lx, ly] = [bx - ax, by - ay];
  return (x, y) => {
    const along = Math.max(0, Math.min(1, ((x - ax) * lx + (y - ay) * ly) / (lx ** 2 + ly ** 2)));
    return Math.hypot(x - ax - along * lx, y - ay - along * ly) - width / 2;
  };
};

/**
 * The edge of a shape, drawn so thick.
 * @param {Shape} shape
 * @param {number} width
 * @returns {Shape}
 */
export const edge = (shape, width) => (x, y) => Math.abs(shape(x, y)) - width / 2;

/** @type {(...shapes: Shape[]) => Shape} */
export const all =
  (...shapes) =>
  (x, y) =>
    Math.min(...shapes.map((shape) => shape(x, y)));

/** @type {(...shapes: Shape[]) => Shape} */
export const common =
  (...shapes) =>
  (x, y) =>
    Math.max(...shapes.map((shape) => shape(x, y)));

/** @type {(shape: Shape, without: Shape) => Shape} */
export const cut = (shape, without) => (x, y) => Math.max(shape(x, y), -without(x, y));

/** @type {(shape: Shape) => Shape} */
export const mirrored = (shape) => (x, y) => Math.min(shape(x, y), shape(100 - x, y));

/** @type {(y: number) => Shape} */
export const above = (limit) => (_x, y) => y - limit;

/** @typedef {{ shape: Shape, color: string, opacity?: number }} Layer */

/**
 * Paints one layer over the other, with soft edges.
 * @param {number} size in pixels
 * @param {{ left: number, top: number, width: number }} frame the part that is shown
 * @param {Layer[]} layers
 * @returns {Uint8Array} three bytes a pixel
 */
export function paint(size, frame, layers) {
  const pixels = new Uint8Array(size * size * 3);
  const step = frame.width / size;
  const inks = layers.map(({ shape, color, opacity = 1 }) => ({ shape, rgb: rgbOf(color), opacity }));
  for (let row = 0; row < size; row += 1)
    for (let column = 0; column < size; column += 1) {
      let [red, green, blue] = [0, 0, 0];
      for (const { shape, rgb, opacity } of inks) {
        const distance = shape(frame.left + (column + 0.5) * step, frame.top + (row + 0.5) * step);
        const share = Math.max(0, Math.min(1, 0.5 - distance / step)) * opacity;
        red += (rgb[0] - red) * share;
        green += (rgb[1] - green) * share;
        blue += (rgb[2] - blue) * share;
      }
      pixels.set([Math.round(red), Math.round(green), Math.round(blue)], (row * size + column) * 3);
    }
  return pixels;
}

/**
 * @param {string} color as #rrggbb
 * @returns {[number, number, number]}
 */
function rgbOf(color) {
  const value = parseInt(color.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
