import { endBeforeStart, STOP_SIGNALS } from './run-process.js';

// What the images load before a process's own modules: those take seconds, for which a container's first process, without a handler,
// would not get a signal.
for (const signal of STOP_SIGNALS) process.on(signal, endBeforeStart);
