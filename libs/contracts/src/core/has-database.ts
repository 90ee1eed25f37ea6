import { z } from 'zod';
import { defineRpc } from './define-rpc.js';

/** Answered by any replica of a service that has its Postgres; a replica that has lost its own asks. */
export const hasDatabase = (service: string) =>
  defineRpc({
    subject: `rpc.${service}.has-database`,
    input: z.object({}),
    output: z.object({}),
    timeoutMs: 500,
  });
