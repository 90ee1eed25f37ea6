import { createLogger } from '@likewell/service-kit/telemetry/logger';
import { eventually } from '@likewell/testing/eventually';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { PictureMaker } from '../src/avatars/picture-maker.js';
import {
  chainOfMatrices,
  exifSegment,
  halves,
  intoJpeg,
  intoPng,
  jpegOfScans,
  orientationBlock,
  pngChunk,
  profileIntoJpeg,
  profileIntoPng,
  rawPng,
  selfPointingBlock,
  withTag,
} from './photos.js';

type Options = ConstructorParameters<typeof PictureMaker>[1];

const PROGRAM = join(import.meta.dirname, '../dist/avatars/picture-child.js');
const folder = mkdtempSync(join(tmpdir(), 'likewell-picture-'));
const makers: PictureMaker[] = [];
let photo: Buffer;

beforeAll(async () => {
  photo = await halves().png().toBuffer();
});
afterEach(() => {
  for (const maker of makers.splice(0)) maker.onApplicationShutdown();
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Makes a maker whose child has plenty of time, because this machine runs other tests too. */
function makeMaker(options: Options = {}): PictureMaker {
  const patient = { program: PROGRAM, deadlineMs: 60_000 };
  const maker = new PictureMaker(createLogger('test', 'silent'), { ...patient, ...options });
  makers.push(maker);
  return maker;
}

/** Writes a program that replaces the real child and does this with a photo. */
function childThat(name: string, script: string): Options {
  const program = join(folder, `${name}.cjs`);
  writeFileSync(program, script);
  return { program };
}

/**
 * Makes the heaviest photo: as many pixels as are allowed, 8 bytes each, whose rows are spread over the file
 * so that all must be held in memory.
 */
const heaviest = () =>
  rawPng({ width: 4096, height: 4096, deep: true }, Buffer.alloc(4096 * 4096 * 8 + 4096 * 2));

describe('a picture', () => {
  it('is a square WebP of 256 pixels whose colors are those of the photo', async () => {
    const image = await makeMaker().make(photo);
    const { data, info } = await sharp(image).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([256, 256]);
    expect(image.length).toBeLessThanOrEqual(65_536);
    const at = (x: number) => [...data.subarray((128 * 256 + x) * info.channels).subarray(0, 3)];
    expect(at(10)[0]).toBeGreaterThan(200);
    expect(at(245)[2]).toBeGreaterThan(200);
  });

  it('of pure noise still weighs at most 64 KiB', async () => {
    const noise = { create: { width: 600, height: 400, channels: 3 as const, background: '#000' } };
    const noisy = await sharp({
      ...noise,
      create: { ...noise.create, noise: { type: 'gaussian', mean: 128, sigma: 90 } },
    })
      .jpeg({ quality: 95 })
      .toBuffer();
    expect((await makeMaker().make(noisy)).length).toBeLessThanOrEqual(65_536);
  });

  it('of one pixel, of a long line and with transparent parts is made all the same', async () => {
    const maker = makeMaker();
    for (const size of [
      { width: 1, height: 1 },
      { width: 16_000, height: 1 },
    ]) {
      const small = sharp({ create: { ...size, channels: 4, background: '#0f08' } });
      const image = await maker.make(await small.png().toBuffer());
      expect(await sharp(image).metadata()).toMatchObject({ width: 256, height: 256, hasAlpha: true });
    }
  });
});

describe('a photo', () => {
  const orientations = [1, 2, 3, 4, 5, 6, 7, 8];

  /** Makes a photo of which no two corners are alike. */
  const corners = () =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: '#0000ff' } }).composite([
      { input: { create: { width: 200, height: 300, channels: 3, background: '#ff0000' } }, left: 0, top: 0 },
      {
        input: { create: { width: 400, height: 100, channels: 4, background: '#00ff0080' } },
        left: 0,
        top: 0,
      },
    ]);
  const pixels = (image: Uint8Array) => sharp(image).raw().toBuffer();
  const uprightBySharp = (turned: Buffer) =>
    sharp(turned).autoOrient().resize(256, 256, { fit: 'cover' }).webp({ quality: 84 }).toBuffer();

  it.each(orientations)(
    'of orientation %i is as upright as sharp makes it, in either byte order',
    async (n) => {
      const jpeg = await corners().jpeg().toBuffer();
      const png = await corners().png().toBuffer();
      const maker = makeMaker();
      for (const turned of [
        intoJpeg(jpeg, exifSegment(orientationBlock(n, 'II'))),
        intoJpeg(jpeg, exifSegment(orientationBlock(n, 'MM'))),
        intoPng(png, pngChunk('eXIf', orientationBlock(n))),
      ]) {
        expect((await sharp(turned).metadata()).orientation).toBe(n);
        const made = await pixels(await maker.make(turned));
        expect(made.equals(await pixels(await uprightBySharp(turned)))).toBe(true);
      }
    },
  );

  it('whose EXIF points to itself, which libexif would read for hours, is made like any other', async () => {
    const jpeg = await halves().jpeg().toBuffer();
    const png = await halves().png().toBuffer();
    const maker = makeMaker();
    const hostileJpeg = intoJpeg(jpeg, exifSegment(selfPointingBlock()));
    expect(Buffer.from(await maker.make(hostileJpeg)).equals(await maker.make(jpeg))).toBe(true);
    const hostilePng = intoPng(png, pngChunk('eXIf', selfPointingBlock()));
    expect(Buffer.from(await maker.make(hostilePng)).equals(await maker.make(png))).toBe(true);
  });

  it('whose color profile would cost lcms hours is made like one without a profile', async () => {
    const jpeg = await halves().jpeg().toBuffer();
    const png = await halves().png().toBuffer();
    const { icc = Buffer.alloc(0) } = await sharp(
      await halves().withIccProfile('p3').jpeg().toBuffer(),
    ).metadata();
    const hostile = withTag(icc, 'D2B0', chainOfMatrices(60_000));
    const maker = makeMaker();
    const madeOfJpeg = Buffer.from(await maker.make(profileIntoJpeg(jpeg, hostile)));
    expect(madeOfJpeg.equals(await maker.make(jpeg))).toBe(true);
    const madeOfPng = Buffer.from(await maker.make(profileIntoPng(png, hostile)));
    expect(madeOfPng.equals(await maker.make(png))).toBe(true);
  });

  it('of more scans than programs make, each of which costs time, is rejected', async () => {
    const maker = makeMaker();
    expect((await maker.make(jpegOfScans(64))).length).toBeGreaterThan(0);
    await expect(maker.make(jpegOfScans(65))).rejects.toMatchObject({ code: 'PHOTO_UNUSABLE' });
  });
});

describe('the child', () => {
  it('that grows beyond its memory ends, the photo is rejected, and the next one finds another child', async () => {
    const maker = makeMaker({ maxRssBytes: 160 * 1024 * 1024 });
    await expect(maker.make(heaviest())).rejects.toMatchObject({ code: 'PHOTO_UNUSABLE' });
    expect((await maker.make(photo)).length).toBeGreaterThan(0);
  });

  it('makes a picture of all the pixels that are allowed within its memory', async () => {
    expect((await makeMaker().make(heaviest())).length).toBeGreaterThan(0);
  });

  it('that hangs is killed in time, and whoever waited behind is served by another', async () => {
    const hangs = childThat('hangs', `process.on('message', () => { for (;;); });`);
    const maker = makeMaker({ ...hangs, deadlineMs: 300 });
    const results = await Promise.allSettled([maker.make(photo), maker.make(photo)]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE' } });
    }
  });

  it.each([
    ['exits', 'process.on("message", () => process.exit(3));'],
    ['is killed', 'process.on("message", () => process.kill(process.pid, "SIGKILL"));'],
    ['cannot start', 'throw new Error("no");'],
    ['goes away', 'process.disconnect();'],
  ])('that %s leaves nobody waiting', async (name, script) => {
    const maker = makeMaker(childThat(name.replace(' ', '-'), script));
    for (let index = 0; index < 3; index += 1) {
      await expect(maker.make(photo)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
  });

  it('has none of our variables', async () => {
    process.env.CANARY_SECRET = 'canary';
    const script = `process.on('message', () => process.send({ image: Buffer.from(JSON.stringify(process.env)) }));`;
    const image = await makeMaker(childThat('tells', script)).make(photo);
    delete process.env.CANARY_SECRET;
    expect(Buffer.from(image).toString()).not.toContain('canary');
  });

  it('is let go when there is nothing to do, and another one comes', async () => {
    const maker = makeMaker({ idleMs: 20 });
    const sendPid = `process.on('disconnect', () => process.exit(0));
      process.on('message', () => process.send({ image: Buffer.from(String(process.pid)) }));`;
    const pids = makeMaker({ ...childThat('pid', sendPid), idleMs: 20 });
    const first = Buffer.from(await pids.make(photo)).toString();
    await eventually(() => expect(() => process.kill(Number(first), 0)).toThrow('ESRCH'));
    expect(Buffer.from(await pids.make(photo)).toString()).not.toBe(first);
    expect((await maker.make(photo)).length).toBeGreaterThan(0);
  });
});

describe('the line', () => {
  const slow = `process.on('message', () => setTimeout(() => process.send({ image: Buffer.alloc(9) }), 120));`;

  it('is short: more photos at once are rejected as overload, the others made one after another', async () => {
    const maker = makeMaker({ ...childThat('slow', slow), maxWaiting: 2 });
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => maker.make(photo)));
    const rejected = results.filter(({ status }) => status === 'rejected');
    expect(rejected).toHaveLength(3);
    for (const result of rejected) expect(result).toMatchObject({ reason: { code: 'OVERLOADED' } });
  });

  it('moves or is left: who waited too long is rejected', async () => {
    const maker = makeMaker({ ...childThat('slower', slow), maxWaitMs: 150 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => maker.make(photo)));
    expect(results[0]).toMatchObject({ status: 'fulfilled' });
    expect(results.at(-1)).toMatchObject({ reason: { code: 'OVERLOADED' } });
  });
});
