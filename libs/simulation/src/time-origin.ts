/**
 * Where services count their steady time from. What it is in reality, a fraction of a millisecond and another one each
 * time, would round their pauses differently in each run. Imported before any service is.
 */
Object.defineProperty(performance, 'timeOrigin', { value: 0 });
