import type { ZodMiniType } from 'zod/mini';
import type { ErrorCode } from './error-codes.ts';
import type { Permission } from './staff-permissions.ts';

/**
 * Who may call: `anyone`, a signed-in customer or member of staff (`session`), staff who have
 * verified their second factor (`admin`), staff who are about to (`staff-sign-in`), an
 * authenticated payment gateway or SMS provider (`gateway`), the provider's RADIUS server with its
 * token (`network`), or the operator's own programs (`operator`).
 */
export type Access = 'anyone' | 'session' | 'admin' | 'staff-sign-in' | 'gateway' | 'network' | 'operator';

/**
 * What a person may do in the account that they act for (product.md, "Accounts, lines, people"). An
 * owner may do everything.
 */
export const accountRoles = ['owner', 'billing', 'technical'] as const;
export type AccountRole = (typeof accountRoles)[number];

/**
 * One endpoint of the API. Routes, OpenAPI, web calls, the authorisation table and the fuzzer are
 * derived from it. `path` uses `:name` parameters. `answer` is an allow-list: other fields never
 * leave the server; null means a body that is not JSON. `file` names the media types of an endpoint
 * whose body is one file, sent unchanged. `renewsSession`: success ends the caller's session and
 * starts another in its place. `accountRole`: it is about the account that the person of the session
 * acts for, and needs that role in it (`any`: whichever they have). `ofLine`: it is about one line of
 * that account, which the address names as `?line=` or the body as `lineId`; else about its first line
 * that is not cancelled. `permission`: what a member of staff must be allowed to do (`any`: all staff
 * may call it). `freshProof`: the person must have proved who they are in the last ten minutes, by
 * signing in or by `POST /api/user/proof`; a call with an API key has its scope instead. `viewable`: staff may
 * read it in a view as the customer (docs/decisions/113-view-as-customer.md), since it changes nothing and
 * holds no secret; every other call is refused there. `deprecated`: the next release may remove it, since no page of this one calls it
 * (docs/upgrades.md).
 */
export type Endpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly summary: string;
  readonly params?: ZodMiniType;
  readonly query?: ZodMiniType;
  readonly body?: ZodMiniType;
  readonly file?: readonly string[];
  readonly renewsSession?: true;
  readonly accountRole?: AccountRole | 'any';
  readonly ofLine?: true;
  readonly freshProof?: true;
  readonly viewable?: true;
  readonly deprecated?: true;
  readonly answer: ZodMiniType | null;
  readonly errors: readonly ErrorCode[];
} & (
  | { readonly access: 'admin'; readonly permission: Permission | 'any' }
  | { readonly access: Exclude<Access, 'admin'>; readonly permission?: never }
);

/**
 * The parameter that names the customer of whom staff change something by a call; null for all other calls.
 * Such a call is refused for an account that has become a part of another one (`customer.merged`).
 */
export function changedCustomer({ access, method, path }: Pick<Endpoint, 'access' | 'method' | 'path'>): string | null {
  if (access !== 'admin' || method === 'GET') return null;
  return /^\/api\/staff\/customers\/:(\w+)/.exec(path)?.[1] ?? null;
}

/**
 * Keeps the exact types of an entry. Errors that any endpoint can return (validation, limits, no
 * session, unavailable) are implied and not listed in `errors`.
 */
export function defineEndpoint<const E extends Endpoint>(entry: E): E {
  return entry;
}
