import { Buffer } from 'buffer/';

// The package, not Node's module of that name. Node's class, which @solana/spl-token takes for granted. Imported before it.
Object.assign(globalThis, { Buffer });
