import { z } from 'zod';

/** A problem that an operator has to correct, described in sentences: the command cannot run as it was given. */
export class UserFacingError extends Error {}

/**
 * Reads the `name=value` words of a command as the schema declares them, without spaces around a value. An
 * empty value counts as not given, because make passes on every argument it knows.
 * @throws UserFacingError
 */
export function readCliArguments<Arguments extends z.ZodType>(
  declared: Arguments,
  given: readonly string[],
): z.output<Arguments> {
  const pairs = given.map((word) => {
    const at = word.indexOf('=');
    if (at < 1) throw new UserFacingError(`"${word}" is no word of the form name=value.`);
    return [word.slice(0, at), word.slice(at + 1).trim()] as const;
  });
  const result = declared.safeParse(Object.fromEntries(pairs.filter(([, value]) => value !== '')));
  if (result.success) return result.data;
  throw new UserFacingError(result.error.issues.map(({ message }) => message).join('\n'));
}

/** Schema of a required text of at most `maxCharacters` characters. */
export const textArgument = (name: string, maxCharacters: number) =>
  z.string(`Say ${name}=…`).refine((text) => text.length <= maxCharacters, {
    error: ({ input }) => `${name} may have ${maxCharacters} characters, not ${String(input).length}.`,
  });

/** Schema of a required whole number from 1 to `max`. */
export const countArgument = (name: string, max: number) =>
  z
    .string(`Say ${name}=…`)
    .refine((text) => /^[1-9]\d*$/.test(text) && Number(text) <= max, {
      error: ({ input }) => `${name} must be a whole number from 1 to ${max}, not "${String(input)}".`,
    })
    .transform(Number);
