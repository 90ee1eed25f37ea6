import { endBeforeStart, STOP_SIGNALS } from './run-process.js';

// The images load this before a process's own modules, which take seconds to load. During that time a
// container's first process would not receive a signal without a handler.
for (const signal of STOP_SIGNALS) process.on(signal, endBeforeStart);
