/** Thrown at start with every bad variable named at once. Values are left out: they may be secrets. */
export class ConfigError extends Error {}
