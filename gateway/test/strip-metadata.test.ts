import fc from 'fast-check';
import sharp from 'sharp';
import { exifOrientation } from '../src/avatars/exif-orientation.js';
import { stripMetadata } from '../src/avatars/strip-metadata.js';
import {
  chainOfMatrices,
  exifBlock,
  exifSegment,
  halves,
  intoJpeg,
  intoPng,
  jpegSegment,
  orientationBlock,
  pngChunk,
  profileIntoJpeg,
  profileIntoPng,
  selfPointingBlock,
  withTag,
} from './photos.js';

const SOS = 0xda;
const IMAGE_MARKERS = [0xc0, 0xc2, 0xc4, 0xdb, 0xdd, 0xe0, 0xe2, 0xee, SOS];

let jpeg: Buffer;
let png: Buffer;
let profile: Buffer;

beforeAll(async () => {
  jpeg = await halves().jpeg().toBuffer();
  png = await halves().png().toBuffer();
  ({ icc: profile = Buffer.alloc(0) } = await sharp(
    await halves().withIccProfile('p3').jpeg().toBuffer(),
  ).metadata());
});

/** Returns the markers from the start to the pixels of a JPEG between whose segments there is nothing. */
function markersOf(photo: Buffer): number[] {
  const markers: number[] = [];
  for (let offset = 2; markers.at(-1) !== SOS; offset += 2 + photo.readUInt16BE(offset + 2)) {
    expect(photo[offset]).toBe(0xff);
    markers.push(photo.readUInt8(offset + 1));
  }
  return markers;
}

/** Returns the types of the chunks of a PNG. */
function chunksOf(photo: Buffer): string[] {
  const types: string[] = [];
  for (let offset = 8; offset < photo.length; offset += 12 + photo.readUInt32BE(offset)) {
    types.push(photo.toString('latin1', offset + 4, offset + 8));
  }
  return types;
}

const pixels = (photo: Buffer) => sharp(photo).raw().toBuffer();

describe('of a JPEG', () => {
  it('no EXIF, XMP, IPTC or comment goes on, however it is packed, and the first orientation counts', () => {
    const exif = exifSegment(orientationBlock(6));
    for (const hidden of [
      [exif],
      [exifSegment(orientationBlock(6)), exifSegment(orientationBlock(8)), exifSegment(selfPointingBlock())],
      [jpegSegment(0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x/>')), exif],
      [jpegSegment(0xed, Buffer.from('Photoshop 3.0\0')), jpegSegment(0xfe, exif), exif],
      [jpegSegment(0xe2, Buffer.from('MPF\0II*\0')), jpegSegment(0xef, exif), exif],
      [jpegSegment(0xe0, Buffer.from('JFXX\0')), Buffer.from([0xff, 0xff, 0xff]), exif],
      [jpegSegment(0xe0, Buffer.from('JFXX\0')), Buffer.from('between'), exif],
      [Buffer.from([0xff, 0xd0, 0xff, 0x01, 0xff, 0x00]), exif],
    ]) {
      const { bytes, orientation } = stripMetadata(intoJpeg(jpeg, ...hidden));
      expect(IMAGE_MARKERS).toEqual(expect.arrayContaining(markersOf(bytes)));
      for (const text of ['Exif', 'MPF']) expect(bytes.includes(text)).toBe(false);
      expect(orientation).toBe(6);
    }
  });

  it('all that its colors depend on goes on', async () => {
    for (const photo of [
      jpeg,
      await halves().withIccProfile('p3').jpeg().toBuffer(),
      await halves().jpeg({ progressive: true }).toBuffer(),
      await halves().greyscale().jpeg().toBuffer(),
      intoJpeg(jpeg, jpegSegment(0xee, Buffer.from('Adobe\0\x64\0\0\0\0\0'))),
    ]) {
      const { bytes } = stripMetadata(intoJpeg(photo, exifSegment(orientationBlock(1))));
      expect((await pixels(bytes)).equals(await pixels(photo))).toBe(true);
    }
  });

  it('the decoder finds no EXIF, whatever is before its pixels, and nothing throws', async () => {
    const exif = exifSegment(orientationBlock(6));
    const piece = fc.oneof(
      fc.constant(exif),
      fc.constant(exif.subarray(4)),
      fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
      fc
        .array(fc.constantFrom(0xff, 0xd0, 0xe1, 0x00, 0x01), { maxLength: 6 })
        .map((bytes) => Buffer.from(bytes)),
      fc
        .tuple(fc.integer({ min: 0, max: 255 }), fc.uint8Array({ maxLength: 40 }))
        .map(([marker, data]) => jpegSegment(marker, Buffer.from(data))),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), fc.nat(), async (pieces, cut) => {
        const photo = intoJpeg(jpeg, ...pieces);
        for (const given of [photo, photo.subarray(0, 3 + (cut % photo.length))]) {
          const { bytes, orientation } = stripMetadata(given);
          expect([1, 6]).toContain(orientation);
          const again = stripMetadata(bytes);
          expect([again.bytes.equals(bytes), again.orientation]).toEqual([true, 1]);
          const metadata = await sharp(bytes)
            .metadata()
            .catch(() => null);
          expect(metadata?.exif).toBeUndefined();
        }
      }),
    );
  });
});

describe('of a PNG', () => {
  it('no EXIF and no text goes on, and its orientation counts', () => {
    const photo = intoPng(
      png,
      pngChunk('eXIf', orientationBlock(3)),
      pngChunk('tEXt', Buffer.from('Raw profile type exif\0')),
      pngChunk('zTXt', Buffer.from('Raw profile type APP1\0\0')),
      pngChunk('iTXt', Buffer.from('XML:com.adobe.xmp\0\0\0\0\0')),
      pngChunk('eXIf', selfPointingBlock()),
    );
    const { bytes, orientation } = stripMetadata(photo);
    expect(['IHDR', 'PLTE', 'IDAT', 'IEND']).toEqual(expect.arrayContaining(chunksOf(bytes)));
    expect(orientation).toBe(3);
  });

  it('all that its colors depend on goes on', async () => {
    for (const photo of [
      png,
      await halves().withIccProfile('p3').png().toBuffer(),
      await sharp({ create: { width: 9, height: 9, channels: 4, background: '#0f08' } })
        .png({ palette: true })
        .toBuffer(),
    ]) {
      const { bytes } = stripMetadata(intoPng(photo, pngChunk('eXIf', orientationBlock(1))));
      expect((await pixels(bytes)).equals(await pixels(photo))).toBe(true);
    }
  });

  it('anything is read to its end', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (tail) => {
        const photo = Buffer.concat([png.subarray(0, 8), tail]);
        expect(photo.length).toBeGreaterThanOrEqual(stripMetadata(photo).bytes.length);
      }),
    );
  });
});

describe('a color profile', () => {
  const iccOf = async (photo: Buffer) => (await sharp(stripMetadata(photo).bytes).metadata()).icc;
  const both = (icc: Buffer) => [profileIntoJpeg(jpeg, icc), profileIntoPng(png, icc)];

  it('of a matrix and curves goes on as it is', async () => {
    for (const photo of both(profile)) expect((await iccOf(photo))?.equals(profile)).toBe(true);
  });

  it.each([
    ['a chain of elements', () => withTag(profile, 'D2B0', chainOfMatrices(2))],
    ['another chain', () => withTag(profile, 'D2B1', chainOfMatrices(2))],
    ['a table', () => withTag(profile, 'A2B0', Buffer.from('mft2'))],
    ['more bytes than any has', () => withTag(profile, 'text', Buffer.alloc(33_000))],
    ['a thousand times as many, which a PNG packs', () => withTag(profile, 'text', Buffer.alloc(33_000_000))],
  ])('of %s does not', async (_, make) => {
    const icc = make();
    for (const photo of icc.length < 1_000_000 ? both(icc) : [profileIntoPng(png, icc)])
      expect(await iccOf(photo)).toBeUndefined();
  });

  it('in pieces, none of which shows what the whole holds, does not', async () => {
    const icc = withTag(profile, 'D2B0', chainOfMatrices(2));
    const cut = icc.indexOf('D2B0') + 2;
    for (const bytes of [cut, 200]) expect(await iccOf(profileIntoJpeg(jpeg, icc, bytes))).toBeUndefined();
  });

  it('behind another one does not', async () => {
    const chain = withTag(profile, 'D2B0', chainOfMatrices(2));
    for (const [first, second] of [
      [profile, chain],
      [chain, profile],
    ] as const) {
      const inJpeg = await iccOf(profileIntoJpeg(profileIntoJpeg(jpeg, second), first));
      const inPng = await iccOf(profileIntoPng(profileIntoPng(png, second), first));
      for (const icc of [inJpeg, inPng]) expect(icc === undefined || icc.equals(profile)).toBe(true);
    }
  });
});

describe('the orientation', () => {
  it.each([
    ['of no directory', exifBlock([])],
    ['of another type', exifBlock([[0x0112, 4, 1, 6]])],
    ['of two values', exifBlock([[0x0112, 3, 2, 6]])],
    ['of 0', orientationBlock(0)],
    ['of 9', orientationBlock(9)],
    [
      'of which a proper one follows',
      exifBlock([
        [0x0112, 3, 1, 9],
        [0x0112, 3, 1, 6],
      ]),
    ],
    ['of a directory elsewhere', selfPointingBlock()],
    [
      'of another byte order',
      Buffer.from(orientationBlock(6).toString('latin1').replace('II', 'IM'), 'latin1'),
    ],
    [
      'of another version',
      Buffer.from(orientationBlock(6).toString('latin1').replace('II*', 'II+'), 'latin1'),
    ],
  ])('%s is upright', (_, block) => {
    expect(exifOrientation(block)).toBe(1);
  });

  it('is one of eight, whatever the block holds and wherever it ends', () => {
    const start = fc.constantFrom(Buffer.from('II*\0'), Buffer.from('MM\0*'), Buffer.alloc(0));
    fc.assert(
      fc.property(start, fc.uint8Array({ maxLength: 200 }), (head, tail) => {
        expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(exifOrientation(Buffer.concat([head, tail])));
      }),
    );
    const block = orientationBlock(6, 'MM');
    const lengths = Array.from({ length: block.length + 1 }, (_, length) => length);
    const found = lengths.filter((length) => exifOrientation(block.subarray(0, length)) === 6);
    // Up to the value's two bytes at 30.
    expect(found).toEqual(lengths.slice(32));
  });
});
