import { Buffer } from 'buffer/';

// The package `buffer/`, not Node's module of that name. It provides Node's class, which @solana/spl-token
// expects as a global, so it must be imported before that package.
Object.assign(globalThis, { Buffer });
