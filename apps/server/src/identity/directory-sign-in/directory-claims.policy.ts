import { emailAddress, requiredText } from '@portal/contract/platform/fields';
import { type StaffRole, staffRoles } from '@portal/contract/platform/staff-permissions';
import * as z from 'zod/mini';
import type { DirectorySettings } from '../../platform/config/config.ts';

type Claims = Readonly<Record<string, unknown>>;

/** Somebody whom the directory has verified. */
export type DirectoryPerson = {
  readonly issuer: string;
  readonly subject: string;
  /** Null unless it is verified, by the directory's word or by the operator's. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** Those that the console knows, in its order. */
  readonly roles: readonly StaffRole[];
  /** When the directory last asked who it is (auth_time), in seconds since 1970; null where it does not say. */
  readonly authenticatedAt: number | null;
};

const name = requiredText(100, '');

function isRecord(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A claim by its whole name, which may have dots, or else by the path that the dots make. */
export function claimAt(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path];
  return path
    .split('.')
    .reduce<unknown>(
      (found, step) => (isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined),
      claims,
    );
}

/**
 * The roles that a claim gives: a text, of one or of several names, or a list of names. Directories send
 * all the groups of somebody: names that are no role of the console are not counted.
 */
export function rolesIn(claim: unknown): readonly StaffRole[] {
  const names = typeof claim === 'string' ? claim.split(/[\s,]+/) : Array.isArray(claim) ? claim : [];
  return staffRoles.filter((role) => names.includes(role));
}

function nameIn(...candidates: readonly unknown[]): string {
  for (const candidate of candidates) {
    const { data } = z.safeParse(name, candidate);
    if (data !== undefined) return data;
  }
  return '';
}

/** How directories write yes in claims of their own: Entra ID's xms_edov is 1, "1" or true. */
const YES: readonly unknown[] = [true, 1, '1', 'true'];

/** `email_verified` is the standard's and a boolean. With null every address counts. */
function isVerified(claims: Claims, verifiedClaim: string | null): boolean {
  if (verifiedClaim === null) return true;
  const claim = claimAt(claims, verifiedClaim);
  return verifiedClaim === 'email_verified' ? claim === true : YES.includes(claim);
}

/** The person that validated claims are about. Names that cannot be stored are left out. */
export function personIn(
  claims: Claims & { readonly iss: string; readonly sub: string },
  { rolesClaim, verifiedClaim }: Pick<DirectorySettings, 'rolesClaim' | 'verifiedClaim'>,
) {
  const [first, ...rest] = nameIn(claims.name).split(/\s+/);
  const email = z.safeParse(emailAddress, claims.email).data;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: email !== undefined && isVerified(claims, verifiedClaim) ? email : null,
    firstName: nameIn(claims.given_name, first, email?.split('@')[0]),
    lastName: nameIn(claims.family_name, rest.join(' ')),
    roles: rolesIn(claimAt(claims, rolesClaim)),
    authenticatedAt: Number.isSafeInteger(claims.auth_time) ? Number(claims.auth_time) : null,
  } satisfies DirectoryPerson;
}
