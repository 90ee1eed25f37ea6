import { useSyncExternalStore } from 'react';

/** A value that any code may set, and that components subscribe to with {@link useStore}. */
export interface Store<Value> {
  get: () => Value;
  set: (next: Value) => void;
  subscribe: (listener: () => void) => () => void;
}

/**
 * Creates a store. `whileFollowed` runs when the first component subscribes, and the function that it returns
 * when none is subscribed any more.
 */
export function createStore<Value>(initial: Value, whileFollowed?: () => () => void): Store<Value> {
  const listeners = new Set<() => void>();
  let value = initial;
  let stop: (() => void) | undefined;
  return {
    get: () => value,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      if (listeners.size === 0) stop = whileFollowed?.();
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stop?.();
      };
    },
  };
}

/** Returns the store's value, or what `select` returns for it; renders again when that changes. */
export function useStore<Value>(store: Store<Value>): Value;
export function useStore<Value, Part>(store: Store<Value>, select: (value: Value) => Part): Part;
export function useStore<Value>(store: Store<Value>, select: (value: Value) => unknown = (value) => value) {
  return useSyncExternalStore(store.subscribe, () => select(store.get()));
}
