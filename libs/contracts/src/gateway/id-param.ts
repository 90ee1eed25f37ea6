import { z } from 'zod';
import { id } from '../core/ids.js';

/** An id in the path, which arrives as text: any but a plain positive integer is rejected with this message. */
export const idParam = (message: string) =>
  z
    .string()
    .regex(/^[1-9]\d{0,15}$/, message)
    .transform(Number)
    .pipe(id);
