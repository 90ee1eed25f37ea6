/** Thrown at start; it names every invalid variable at once. Values are left out because they may be secrets. */
export class ConfigError extends Error {}
