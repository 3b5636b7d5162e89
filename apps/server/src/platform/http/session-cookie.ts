import type { CurrentUser } from '@portal/contract/identity/accounts';
import { ApiError } from './api-error.ts';
import type { IsStaffIp } from './limits/staff-ip-allowlist.ts';

/** Who is asking, as the database says now: read with the session at every request, never from the cookie. */
export type Viewer = {
  readonly user: CurrentUser;
  /** The stored hash that names this session. */
  readonly sid: string;
  /** Whether staff have proven their second factor in this session, or need not; says nothing about the role. */
  readonly secondFactor: boolean;
};

/** Who of the staff is let in: `password` for the second step of the sign-in, `both` for everything else. */
export type StaffDoor = {
  readonly asks: 'password' | 'both';
  /** Where the caller is. */
  readonly address: string;
  readonly isStaffIp: IsStaffIp;
};

/** Lets staff in who come from where they may and have proven what is asked. Throws ApiError session.forbidden, staff.address or staff.second-factor. */
export function requireStaff(viewer: Viewer, { asks, address, isStaffIp }: StaffDoor): void {
  if (viewer.user.role !== 'admin') throw new ApiError('session.forbidden');
  if (!isStaffIp(address)) throw new ApiError('staff.address');
  if (asks === 'both' && !viewer.secondFactor) throw new ApiError('staff.second-factor');
}

/** 256 random bits in base64url. */
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

export type SessionCookie = {
  readonly name: string;
  readonly secure: boolean;
};

/** Over https the browser itself refuses a cookie of that name from a sibling host or without Secure. */
export function sessionCookie(publicUrl: URL): SessionCookie {
  const secure = publicUrl.protocol === 'https:';
  return { name: secure ? '__Host-session' : 'session', secure };
}

/** The token of the cookie header, or null when there is none of the right form. A cookie given twice counts as none. */
export function readSessionToken(cookieHeader: string | undefined, cookie: SessionCookie): string | null {
  if (!cookieHeader || cookieHeader.length > 4096) return null;
  const values = cookieHeader
    .split(';')
    .map((pair) => pair.trim())
    .filter((pair) => pair.startsWith(`${cookie.name}=`))
    .map((pair) => pair.slice(cookie.name.length + 1));
  const [value] = values;
  return values.length === 1 && value !== undefined && TOKEN.test(value) ? value : null;
}

/** The Set-Cookie text that hands out a token, or with null takes it back. */
export function sessionCookieHeader(cookie: SessionCookie, token: string | null, maxAgeSeconds: number): string {
  const parts = [`${cookie.name}=${token ?? ''}`, 'Path=/', 'HttpOnly', 'SameSite=Lax'];
  parts.push(`Max-Age=${token === null ? 0 : maxAgeSeconds}`);
  if (cookie.secure) parts.push('Secure');
  return parts.join('; ');
}
