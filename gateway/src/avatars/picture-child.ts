import sharp from 'sharp';
import { setPriority } from 'node:os';
import { MEMORY_EXIT_CODE, type PictureResponse } from './picture-protocol.js';
import { stripMetadata } from './strip-metadata.js';

// A process of its own, so that a hostile photo can harm its decoder only here: see picture-maker.ts.

const SIDE_PIXELS = 256;
const MAX_PICTURE_BYTES = 64 * 1024;
const MAX_PHOTO_PIXELS = 4096 * 4096;
/** Ordered from the best quality to one whose file is always small enough. */
const QUALITIES = [84, 70, 50, 30, 10];
/** How a photo of an EXIF orientation is made upright: by mirroring left and right, then turning it clockwise. */
const UPRIGHT_BY: Record<number, { mirrored?: boolean; degrees?: number }> = {
  2: { mirrored: true },
  3: { degrees: 180 },
  4: { mirrored: true, degrees: 180 },
  5: { mirrored: true, degrees: 270 },
  6: { degrees: 90 },
  7: { mirrored: true, degrees: 90 },
  8: { degrees: 270 },
};
const MEMORY_CHECK_MS = 20;
const LOWER_PRIORITY = 10;

const maxRssBytes = Number(process.argv[2]);

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
setPriority(LOWER_PRIORITY);

setInterval(() => {
  if (process.memoryUsage.rss() > maxRssBytes) process.exit(MEMORY_EXIT_CODE);
}, MEMORY_CHECK_MS);
process.on('disconnect', () => process.exit(0));
process.on('message', (photo: Uint8Array) => {
  void makePicture(photo)
    .catch(asRejection)
    .then((response) => process.send?.(response));
});

/** Makes a square picture without metadata, upright however the camera was held. */
async function makePicture(photo: Uint8Array): Promise<PictureResponse> {
  const { bytes, orientation } = stripMetadata(Buffer.from(photo.buffer, photo.byteOffset, photo.byteLength));
  const options = { limitInputPixels: MAX_PHOTO_PIXELS, failOn: 'error', pages: 1 } as const;
  const { space } = await sharp(bytes, options).metadata();
  if (space === 'cmyk') return { rejection: 'unusable' };
  const { mirrored = false, degrees = 0 } = UPRIGHT_BY[orientation] ?? {};
  const square = await sharp(bytes, options)
    .resize(SIDE_PIXELS, SIDE_PIXELS, { fit: 'cover' })
    // Behind the call of `resize`, since sharp would otherwise turn all the pixels and not only those of the square.
    .flop(mirrored)
    .rotate(degrees)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  for (const quality of QUALITIES) {
    const image = await sharp(square.data, { raw: square.info }).webp({ quality }).toBuffer();
    if (image.length <= MAX_PICTURE_BYTES) return { image };
  }
  return { rejection: 'unusable' };
}

function asRejection(error: unknown): PictureResponse {
  const tooManyPixels = error instanceof Error && error.message.includes('pixel limit');
  return { rejection: tooManyPixels ? 'too-many-pixels' : 'unusable' };
}
