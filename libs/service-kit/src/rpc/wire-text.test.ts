import { base64Bytes } from '@likewell/contracts/core/base64-bytes';
import { nano } from '@likewell/contracts/core/money-schema';
import { z } from 'zod';
import { wireText } from './wire-text.js';

const bytes = base64Bytes(100);
const schema = z.object({
  amount: nano,
  image: bytes.nullable(),
  deep: z.object({ images: z.array(bytes), note: z.string().nullable() }),
});
const content = (name: string) => Buffer.from(`\0\xff${name}`, 'latin1');

it.each([
  ['bytes', new Uint8Array(content('of an array'))],
  ['a Buffer', content('of a Buffer')],
  ['part of a larger Buffer', Buffer.concat([Buffer.from('before'), content('part')]).subarray(6)],
  ['no bytes', null],
])('%s and a bigint are written as the codecs of a contract write them', (_, image) => {
  const value = {
    amount: -(2n ** 70n),
    image,
    deep: { images: image ? [image, image] : [], note: null },
  };
  expect(JSON.parse(wireText(value))).toEqual(z.encode(schema, value));
  const read = schema.parse(JSON.parse(wireText(value)));
  expect(read.amount).toBe(value.amount);
  expect(read.image && Buffer.from(read.image)).toEqual(image && Buffer.from(image));
});
