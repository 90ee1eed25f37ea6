import { MetadataScanner, Reflector, type DiscoveryService } from '@nestjs/core';

/** A provider's or controller's method with the value that a decorator of ours left on it. */
export interface DecoratedMethod<Value, Method> {
  /** Name of its class. */
  readonly owner: string;
  /** Its own name. */
  readonly name: string;
  readonly value: Value;
  /** Bound to its instance. */
  readonly method: Method;
}

/** Finds every method among the service's providers and controllers that carries metadata under `key`. */
export function findDecorated<Value, Method extends (...args: never[]) => unknown>(
  discovery: DiscoveryService,
  key: symbol,
): DecoratedMethod<Value, Method>[] {
  const scanner = new MetadataScanner();
  const reflector = new Reflector();
  return [...discovery.getProviders(), ...discovery.getControllers()].flatMap((wrapper) => {
    const instance: unknown = wrapper.instance;
    if (typeof instance !== 'object' || instance === null) return [];
    const methods = instance as Record<string, Method>;
    return scanner.getAllMethodNames(Object.getPrototypeOf(instance) as object | null).flatMap((name) => {
      const method = methods[name];
      const value = typeof method === 'function' ? reflector.get<Value | undefined>(key, method) : undefined;
      if (value === undefined || !method) return [];
      return [{ owner: String(wrapper.name), name, value, method: method.bind(instance) as Method }];
    });
  });
}
