import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Route } from './define-route.js';

/**
 * Every route with its access and its limit, with `/session` where each session has one of its own, and `confirm` where the
 * member must have confirmed lately who they are. Written out: the documentation is made from the contracts.
 */
const ROUTES = `
  /api/ai/generate-post                       POST   public    draft
  /api/auth/confirm                           POST   member    login/session
  /api/auth/confirm/passkey-options           POST   member    login/session
  /api/auth/email/confirm-change              POST   optional  login
  /api/auth/email/undo-change                 POST   public    login
  /api/auth/email/verify                      POST   optional  login
  /api/auth/google                            GET    public    login
  /api/auth/google/callback                   GET    public    login
  /api/auth/google/proof                      GET    public    login
  /api/auth/login                             POST   public    login
  /api/auth/login-passkey                     POST   public    login
  /api/auth/login-wallet                      POST   public    login
  /api/auth/logout                            POST   member    write/session
  /api/auth/me                                GET    member    settings/session
  /api/auth/passkey-options                   POST   public    login
  /api/auth/password/reset                    POST   public    login
  /api/auth/password/reset-request            POST   public    mail
  /api/auth/register                          POST   public    register
  /api/auth/second-factor                     POST   public    login
  /api/auth/wallet-nonce                      GET    public    login
  /api/avatars/:file                          GET    public    picture
  /api/giveaways                              GET    public    read
  /api/giveaways/:id                          GET    public    read
  /api/giveaways/:id/check/:account           GET    public    check
  /api/giveaways/:id/proof                    GET    public    read
  /api/holders/epochs                         GET    public    read
  /api/moderation/decisions                   GET    moderator read
  /api/moderation/queue                       GET    moderator read
  /api/moderation/revisions/:id/decision      POST   moderator write
  /api/posts                                  POST   member    write
  /api/posts/:id                              DELETE member    write
  /api/posts/:id                              GET    optional  read
  /api/posts/:id                              PUT    member    write
  /api/posts/:id/like                         POST   member    tip
  /api/posts/best                             GET    public    read
  /api/posts/following/posts                  GET    member    read
  /api/posts/new                              GET    public    read
  /api/posts/users/:username/subscribe        POST   member    write
  /api/posts/users/:username/subscribed       GET    member    read
  /api/posts/users/:username/unsubscribe      POST   member    write
  /api/price                                  GET    public    read
  /api/price/history                          GET    public    read
  /api/users/:username                        GET    optional  read
  /api/users/:username/posts                  GET    optional  read
  /api/users/avatar                           PUT    member    photo
  /api/users/me/account                       GET    member    settings/session
  /api/users/me/deletion                      DELETE member    write/session
  /api/users/me/deletion                      GET    member    settings/session
  /api/users/me/deletion                      POST   member    write            confirm
  /api/users/me/email                         PUT    member    mail             confirm
  /api/users/me/email/verification            POST   member    mail
  /api/users/me/export                        GET    member    settings/session
  /api/users/me/export                        POST   member    write            confirm
  /api/users/me/export/download               GET    member    download         confirm
  /api/users/me/keys                          GET    member    settings/session
  /api/users/me/passkeys                      POST   member    write
  /api/users/me/passkeys/:id                  DELETE member    write/session    confirm
  /api/users/me/passkeys/options              POST   member    write            confirm
  /api/users/me/recovery-codes                POST   member    write            confirm
  /api/users/me/security-events               GET    member    settings/session
  /api/users/me/sessions                      DELETE member    write/session    confirm
  /api/users/me/sessions                      GET    member    settings/session
  /api/users/me/sessions/:id                  DELETE member    write/session    confirm
  /api/users/me/sign-in-methods               GET    member    settings/session
  /api/users/me/sign-in-methods               POST   member    write            confirm
  /api/users/me/sign-in-methods/:provider/:id DELETE member    write/session    confirm
  /api/users/me/sign-in-methods/password      POST   member    password/session confirm
  /api/users/me/tip-limit                     GET    member    settings/session
  /api/users/me/tip-limit                     PUT    member    write            confirm
  /api/users/me/totp                          DELETE member    write/session    confirm
  /api/users/me/totp                          POST   member    write            confirm
  /api/users/me/totp/confirm                  POST   member    write
  /api/users/password                         PUT    member    password/session
  /api/users/username                         PUT    member    write
  /api/wallet/claims                          POST   member    write
  /api/wallet/config                          GET    member    read
  /api/wallet/deposit                         POST   member    deposit
  /api/wallet/history                         GET    member    read
  /api/wallet/links                           GET    member    read
  /api/wallet/links                           POST   member    write            confirm
  /api/wallet/links/:address                  DELETE member    write            confirm
  /api/wallet/proofs                          POST   member    write
  /api/wallet/week                            GET    member    read
`;

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'limit' in value;

it('each route has the access and the limit that this table says, and a confirmation where it says so', async () => {
  const modules = await Promise.all(
    readdirSync(import.meta.dirname)
      .filter((file) => !file.endsWith('.test.ts'))
      .map((file) => import(join(import.meta.dirname, file)) as Promise<Record<string, unknown>>),
  );
  const declared = modules
    .flatMap((module) => Object.values(module).filter(isRoute))
    .map(({ path, method, access, limit, limitedBy, confirm }) =>
      [path, method, access, limitedBy ? `${limit}/${limitedBy}` : limit, confirm ? 'confirm' : '']
        .join(' ')
        .trim(),
    );
  const listed = ROUTES.trim()
    .split(/\n */)
    .map((line) => line.replaceAll(/ +/g, ' '));
  expect(declared.sort()).toEqual(listed);
});
