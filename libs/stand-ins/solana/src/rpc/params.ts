import bs58 from 'bs58';
import { z } from 'zod';
import { invalidParams } from './rpc-error.js';

const ofBytes = (bytes: number, maxLength: number) =>
  z.string().superRefine((text, context) => {
    const decoded = text.length <= maxLength ? bs58.decodeUnsafe(text) : undefined;
    if (decoded?.length === bytes) return;
    context.addIssue({ code: 'custom', message: `Invalid param: ${decoded ? 'WrongSize' : 'Invalid'}` });
  });

export const address = ofBytes(32, 44);
export const signature = ofBytes(64, 88);
export const hash = ofBytes(32, 44);
export const slot = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);

/** The last parameter of most methods. */
export const moment = z.looseObject({
  commitment: z.enum(['processed', 'confirmed', 'finalized']).optional(),
  minContextSlot: slot.optional(),
});
export const dataSlice = z.object({ offset: slot, length: slot });
export const accountConfig = moment.extend({
  encoding: z.enum(['base58', 'base64', 'base64+zstd', 'jsonParsed']).optional(),
  dataSlice: dataSlice.nullish(),
});

/** Makes a parameter optional; null means absent. */
export const maybe = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

/** Parses the parameters of a call. @throws RpcError -32602 */
export function read<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const result = schema.safeParse(params);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const message = issue?.message ?? 'unknown';
  throw invalidParams(issue?.code === 'custom' ? message : `Invalid params: ${message}`);
}

/** Schema of a list of at most `max` items, with a node's error message. */
export const listOf = <Schema extends z.ZodType>(schema: Schema, max: number) =>
  z.array(schema).superRefine((list, context) => {
    if (list.length > max)
      context.addIssue({ code: 'custom', message: `Too many inputs provided; max ${max}` });
  });
