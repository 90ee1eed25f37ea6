import type { View } from './view.js';

/** One method of JSON-RPC. It is synchronous: nothing in this node waits. */
export type Method = (view: View, params: unknown) => unknown;
