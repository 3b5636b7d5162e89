import { emailAddress, requiredText } from '@portal/contract/platform/fields';
import { type StaffRole, staffRoles } from '@portal/contract/platform/staff-permissions';
import * as z from 'zod/mini';

type Claims = Readonly<Record<string, unknown>>;

/** Somebody whom the directory has verified. */
export type DirectoryPerson = {
  readonly issuer: string;
  readonly subject: string;
  /** Null unless the directory says that it is verified. */
  readonly email: string | null;
  readonly firstName: string;
  readonly lastName: string;
  /** Those that the console knows, in its order. */
  readonly roles: readonly StaffRole[];
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

/** The person that validated claims are about. Names that cannot be stored are left out. */
export function personIn(claims: Claims & { readonly iss: string; readonly sub: string }, rolesClaim: string) {
  const [first, ...rest] = nameIn(claims.name).split(/\s+/);
  const email = z.safeParse(emailAddress, claims.email).data;
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: claims.email_verified === true && email !== undefined ? email : null,
    firstName: nameIn(claims.given_name, first, email?.split('@')[0]),
    lastName: nameIn(claims.family_name, rest.join(' ')),
    roles: rolesIn(claimAt(claims, rolesClaim)),
  } satisfies DirectoryPerson;
}
