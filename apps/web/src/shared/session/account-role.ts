import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { Endpoint } from '@portal/contract/platform/endpoint';
import { useUser } from './use-session.ts';

type Needed = NonNullable<Endpoint['accountRole']>;

/** Whether a person may do what needs this role in their account; owners, of whom none is named, always. */
export function hasRole(user: Pick<CurrentUser, 'accountRole'> | null | undefined, needed: Needed): boolean {
  return !user?.accountRole || needed === 'any' || needed === user.accountRole;
}

/** The same for the signed-in person. */
export function useHasRole(needed: Needed): boolean {
  return hasRole(useUser(), needed);
}
