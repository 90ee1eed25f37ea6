import type { signedIn } from '@likewell/contracts/auth/sign-in-rpc';
import type { Rpc, RpcInput, RpcOutput } from '@likewell/contracts/core/define-rpc';
import { QUICK_PASSWORD_HASH } from '@likewell/testing/quick-password-hash';
import { startService } from '@likewell/testing/start-service';
import { withConstants } from '@likewell/testing/with-constants';
import type { TestBus } from '@likewell/testing/test-bus';
import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { authService } from '../src/app.module.js';
import type { AuthConstants } from '../src/config.js';
import { authSchema } from '../src/schema.js';

const POINTS = { points: 1000, windowMs: 60_000 };
/** Limits of wrong passwords that no test reaches by chance. */
export const GENEROUS = { guesses: POINTS, strangers: POINTS };

/** The keys of a call's input that a test gives only if they matter to it. */
type Added = 'origin' | 'sessionHash' | 'tokenHash';
export type Given<Input> = Input extends unknown
  ? Omit<Input, Added> & { [Key in keyof Input & Added]?: Input[Key] | undefined }
  : never;

type SignIn = Rpc<z.ZodType, typeof signedIn>;

/**
 * Calls auth as the gateway does: each call comes from somewhere and from a session, and a new session has a
 * token. Where a test names no origin, it is a network that nothing else comes from; where it names no session,
 * the one that the member began last, or one that nobody has.
 */
export class GatewayBus {
  private networks = 0;
  private readonly begun = new Map<unknown, string>();

  constructor(private readonly bus: TestBus) {}

  call<R extends Rpc>(contract: R, input: Given<RpcInput<R>>): Promise<RpcOutput<R>> {
    const {
      origin = this.newOrigin(),
      sessionHash = newHash(),
      tokenHash,
      ...others
    } = input as Partial<Record<Added | 'memberId', unknown>>;
    const from = tokenHash ?? this.begun.get(others.memberId) ?? newHash();
    return this.bus.call(contract, { ...others, origin, sessionHash, tokenHash: from } as RpcInput<R>);
  }

  /** Makes a call that begins a session, or gives a ticket; returns also the hash of its token. */
  async begin<R extends SignIn>(contract: R, input: Given<RpcInput<R>>) {
    const tokenHash = newHash();
    const begun = await this.call<SignIn>(contract, { ...input, sessionHash: tokenHash });
    if (!begun.secondFactor) this.begun.set(begun.member.memberId, tokenHash);
    return { ...begun, tokenHash };
  }

  respond<R extends Rpc>(contract: R, reply: (input: RpcInput<R>) => RpcOutput<R>) {
    return this.bus.respond(contract, reply);
  }

  /** Calls with the contracts' own deadlines, and adds nothing. */
  get client() {
    return this.bus.client;
  }

  get nats() {
    return this.bus.nats;
  }

  private newOrigin() {
    this.networks += 1;
    const network = `2001:db8:${this.networks.toString(16)}::/64`;
    return { network, registrations: [], ...GENEROUS };
  }
}

/** Auth, and a bus to call it as the gateway does. */
export type AuthService = Awaited<ReturnType<typeof startAuth>>;

/** Boots auth with these variables, and these in place of its constants; password hashes cost next to nothing. */
export async function startAuth(variables: Record<string, string>, constants: Partial<AuthConstants> = {}) {
  const definition = withConstants(authService, { ...QUICK_PASSWORD_HASH, ...constants });
  const service = await startService(definition, authSchema, variables);
  return { ...service, bus: new GatewayBus(service.bus) };
}

/** Returns the hash of a token that nothing else has. */
export const newHash = () => randomBytes(32).toString('hex');
