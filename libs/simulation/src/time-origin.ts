/**
 * Fixes the origin of the services' steady time. The real origin, a fraction of a millisecond that differs
 * each time, would round their pauses differently in each run. Imported before any service.
 */
Object.defineProperty(performance, 'timeOrigin', { value: 0 });
