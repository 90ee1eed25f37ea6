/** A machine that is busy with other tests may take so many times as long as a caller waits; faults bring deadlines of their own. */
export const PATIENCE = 4;
