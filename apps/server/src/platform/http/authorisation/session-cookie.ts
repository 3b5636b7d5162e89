import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { AccountRole, Endpoint } from '@portal/contract/platform/endpoint';
import type { NamedKey } from '../../trace/current-work.ts';
import { ApiError } from '../errors/api-error.ts';
import type { IsStaffIp } from '../limits/staff-ip-allowlist.ts';
import type { ViewerStaff } from './staff-permission.ts';

/**
 * The user of a request, from the current state of the database: read with the session at every
 * request, never from the cookie.
 */
export type Viewer = {
  readonly user: CurrentUser;
  /** Null for a person who has left the last one. */
  readonly account: ViewerAccount | null;
  /** Null for a customer. */
  readonly staff: ViewerStaff | null;
  /**
   * The stored hash that names this session; then those that may still name it while the session
   * secret is being turned.
   */
  readonly sids: readonly [string, ...string[]];
  /**
   * Whether the second factor was verified in this session, or this member of staff is exempt.
   */
  readonly secondFactor: boolean;
  /** Whether the person has proved who they are in this session in the last ten minutes. */
  readonly freshProof: boolean;
};

/** The caller of a call with an API key: who made it, with no more permissions than the key has. */
export type KeyViewer = Viewer & { readonly key: NamedKey };

/** The account that a person acts for, and their role in it. What is theirs is stored under its id. */
export type ViewerAccount = {
  readonly id: number;
  readonly role: AccountRole;
  /** Its lines, the oldest first; null where the session was not asked for them. */
  readonly lines: readonly number[] | null;
};

/** What a call needs of its session. The account's lines, which few calls need, cost a third of its query. */
export type SessionScope = 'account' | 'lines';

/** One line, and the account that it belongs to. */
export type Line = { readonly accountId: number; readonly lineId: number };

/**
 * What staff must have verified: `password` for the second step of the sign-in, `both` for
 * everything else.
 */
export type StaffRequirement = {
  readonly asks: 'password' | 'both';
  /** The caller's IP address. */
  readonly address: string;
  readonly isStaffIp: IsStaffIp;
};

/**
 * Accepts staff from an allowed address with the required verification. Throws ApiError
 * session.forbidden, staff.address or staff.second-factor.
 */
export function requireStaff(viewer: Viewer, { asks, address, isStaffIp }: StaffRequirement): void {
  if (viewer.user.role !== 'admin') throw new ApiError('session.forbidden');
  if (!isStaffIp(address)) throw new ApiError('staff.address');
  if (asks === 'both' && !viewer.secondFactor) throw new ApiError('staff.second-factor');
}

/** Throws ApiError session.proof-required. */
export function requireFreshProof({ freshProof }: Viewer): void {
  if (!freshProof) throw new ApiError('session.proof-required');
}

/** Throws ApiError account.none or account.role. */
export function requireAccountRole({ account }: Viewer, needed: NonNullable<Endpoint['accountRole']>): void {
  if (!account) throw new ApiError('account.none');
  if (needed !== 'any' && account.role !== 'owner' && account.role !== needed) throw new ApiError('account.role');
}

/** The first line of an account that is not cancelled, else its first. */
export type FindFirstLine = (accountId: number) => Promise<number>;

/**
 * The line of the caller's account that a call names, or its first one, which is looked up only
 * where there are several. Throws ApiError line.not-found, also for a line of another account.
 */
export async function lineOf(
  { id: accountId, lines }: ViewerAccount,
  findFirstLine: FindFirstLine,
  named?: number,
): Promise<Line> {
  if (lines === null) throw new Error('the session was not asked for the lines of its account');
  const [only, ...others] = lines;
  const lineId = named ?? (others.length === 0 ? only : await findFirstLine(accountId));
  if (lineId === undefined || !lines.includes(lineId)) throw new ApiError('line.not-found');
  return { accountId, lineId };
}

/** 256 random bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type SessionCookie = {
  readonly name: string;
  readonly secure: boolean;
};

/**
 * Over https the browser itself rejects a cookie of that name from a sibling host or without
 * Secure.
 */
export function sessionCookie(publicUrl: URL): SessionCookie {
  const secure = publicUrl.protocol === 'https:';
  return { name: secure ? '__Host-session' : 'session', secure };
}

/** The value of a cookie in the cookie header; null when it is missing or repeated. */
export function readCookie(cookieHeader: string | undefined, name: string): string | null {
  if (!cookieHeader || cookieHeader.length > 4096) return null;
  const start = `${name}=`;
  const [pair, ...repeated] = cookieHeader
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one.startsWith(start));
  return pair !== undefined && repeated.length === 0 ? pair.slice(start.length) : null;
}

/**
 * The token of the cookie header, or null when there is none of the right form. A repeated cookie
 * counts as none.
 */
export function readSessionToken(cookieHeader: string | undefined, cookie: SessionCookie): string | null {
  const value = readCookie(cookieHeader, cookie.name);
  return value !== null && TOKEN.test(value) ? value : null;
}

/** The Set-Cookie value that sets a token, or with null deletes it. */
export function sessionCookieHeader(cookie: SessionCookie, token: string | null, maxAgeSeconds: number): string {
  const parts = [`${cookie.name}=${token ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  parts.push(`Max-Age=${token === null ? 0 : maxAgeSeconds}`);
  if (cookie.secure) parts.push('Secure');
  return parts.join('; ');
}
