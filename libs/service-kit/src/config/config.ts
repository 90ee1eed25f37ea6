import { existsSync } from 'node:fs';
import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { environment } from './environment.js';
import { HOUR_MS, RETENTION_MS, STREAM_MAX_BYTES } from './event-defaults.js';
import { isPem } from './pem.js';
import { withSecretFiles } from './secret-files.js';
import { timeouts } from './timeouts.js';

const port = z.coerce.number().int().min(0).max(65_535);

/** Seed of an Ed25519 key pair, as `nk -gen user` generates it. */
export const nkeySeed = z.string().regex(/^SU[A-Z2-7]{56}$/, 'must be the seed of a NATS user, SU…');
const nkeyPublic = z.string().regex(/^U[A-Z2-7]{55}$/, 'must be public keys of NATS users, U…');

/** Returns what is wrong with a value in production, as the end of a sentence; null if it is valid. */
type Demand = (value: unknown) => string | null;
const demands = z.registry<{ demand: Demand }>();

/** Makes a variable optional in development and required in production. */
export function demandedInProduction<Schema extends z.ZodType>(schema: Schema): z.ZodOptional<Schema> {
  const variable = schema.optional();
  demands.add(variable, { demand: (value) => (value === undefined ? 'is needed' : null) });
  return variable;
}

/** Several keys with commas between them: while one replaces another, both are known. */
export const commaSeparated = (key: z.ZodType<string, string>) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(key).min(1));

/** Address of a server; in production it must begin with this scheme, which implies TLS. */
function securedInProduction(scheme: string): z.ZodURL {
  const address = z.url();
  const demand: Demand = (value) => (String(value).startsWith(scheme) ? null : `must begin with ${scheme}`);
  demands.add(address, { demand });
  return address;
}

const certificates = z
  .string()
  .refine(
    (text) => isPem(text) || existsSync(text),
    'must be certificates in PEM, or a file that is there and has them',
  );

/** Variables of every process. */
export const processConfig = z.object({
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ENVIRONMENT: environment,
  HEALTH_PORT: port,
  /** Address at which health and metrics are served; empty means every address, as a container needs it. */
  HEALTH_HOST: z.string().default(''),
  /** `tls://…`, or `nats://…` without TLS. */
  NATS_URL: securedInProduction('tls://'),
  /**
   * Authorities that must have signed the certificate of a `tls://` server: certificates in PEM, or the name
   * of a file with them.
   */
  NATS_CA: demandedInProduction(certificates),
  /** Identity of this process on the bus. */
  NATS_SEED: demandedInProduction(nkeySeed),
  /** Timeouts for other processes and for Redis: `production`, or `laptop` where one machine runs everything. */
  TIMEOUTS: timeouts,
  /**
   * Time that a stop may take before the process exits by force; it must be shorter than the supervisor's
   * kill timeout.
   */
  STOP_TIMEOUT_MS: z.coerce.number().int().min(1000).max(300_000).default(30_000),
  /** OTLP endpoint for traces, over HTTP; no traces are made while it is empty. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  /** Share of the traces that is kept. */
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
});

/** Variables of a process that owns a schema. */
export const serviceConfig = processConfig.extend({
  DATABASE_URL: z.url(),
  /** Public halves of the gateways' ACTOR_SEED, separated by commas: two while one replaces the other. */
  ACTOR_PUBLIC_KEYS: demandedInProduction(commaSeparated(nkeyPublic)),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  /** Number of servers of a NATS cluster that store each event stream. */
  STREAM_REPLICAS: z.coerce.number().int().min(1).max(5).default(1),
  /** Maximum size of the stream of facts: the same for all services. */
  EVENT_STREAM_MAX_BYTES: z.coerce
    .number()
    .int()
    .min(64 * 1024)
    .default(STREAM_MAX_BYTES.event),
  /**
   * How long an outbox keeps an event: at least this, and after it was published for 30 % of this, which is as long as
   * a stream keeps it. Inboxes keep theirs a third longer. The same for all services.
   */
  EVENT_RETENTION_HOURS: z.coerce
    .number()
    .positive()
    .max(24 * 365)
    .default(RETENTION_MS / HOUR_MS),
});
export type ServiceConfig = z.output<typeof serviceConfig>;

/** Variables of a process that uses Redis. */
export const redisConfig = {
  REDIS_URL: z.url(),
};
export type RedisConfig = z.output<z.ZodObject<typeof redisConfig>>;

/** Secret that seals what auth writes into Redis about sessions; the same for auth and the gateway. */
export const sessionCacheConfig = {
  SESSION_CACHE_SECRET: demandedInProduction(z.string().min(32)),
};
export type SessionCacheConfig = z.output<z.ZodObject<typeof sessionCacheConfig>>;

/**
 * Reads a process's configuration from environment variables, and from the files of SECRETS_DIR if that is
 * set.
 * @throws ConfigError naming each missing or wrong variable
 */
export function readConfig<Schema extends z.ZodType>(
  schema: Schema,
  variables: Record<string, string | undefined>,
): z.output<Schema> {
  const result = schema.safeParse(withSecretFiles(variables));
  const lines = result.success
    ? wrongInProduction(schema, result.data)
    : result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
  if (result.success && lines.length === 0) return result.data;
  throw new ConfigError(`Bad configuration:\n${lines.join('\n')}`);
}

function wrongInProduction(schema: z.ZodType, data: unknown): string[] {
  const values = data as Record<string, unknown>;
  if (values.ENVIRONMENT !== 'production') return [];
  return Object.entries(shapeOf(schema)).flatMap(([name, variable]) => {
    const wrong = demands.get(variable)?.demand(values[name]) ?? null;
    return wrong === null ? [] : [`  ${name}: ${wrong} where ENVIRONMENT is production`];
  });
}

/** Returns the variables of a schema, whatever transforms or checks wrap it. */
function shapeOf(schema: z.ZodType): Record<string, z.ZodType> {
  if (schema instanceof z.ZodPipe)
    return { ...shapeOf(schema.def.in as z.ZodType), ...shapeOf(schema.def.out as z.ZodType) };
  return schema instanceof z.ZodObject ? schema.shape : {};
}

/** Injects the process's configuration, as its `config.ts` declares it. */
export const CONFIG = Symbol('likewell:config');
