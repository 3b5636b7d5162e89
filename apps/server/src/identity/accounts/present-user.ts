import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { AccountRole } from '@portal/contract/platform/endpoint';
import type { AccountRow } from './account.repository.ts';

type UserColumns = Pick<
  AccountRow,
  'id' | 'email' | 'firstName' | 'lastName' | 'role' | 'phone' | 'phoneVerifiedAt' | 'emailVerifiedAt' | 'createdAt'
>;

/**
 * The allow-list of account fields that its owner may see (threats A14). Every role but admin is
 * shown as customer. `accountRole` is that in the account they act for; null for one who has none.
 */
export function presentUser(row: UserColumns, accountRole: AccountRole | null): CurrentUser {
  return {
    id: row.id,
    email: row.email,
    firstName: row.firstName,
    lastName: row.lastName,
    role: row.role === 'admin' ? 'admin' : 'customer',
    phone: row.phone,
    phoneVerified: row.phoneVerifiedAt !== null,
    emailVerified: row.emailVerifiedAt !== null,
    createdAt: row.createdAt.toISOString(),
    ...(accountRole !== null && accountRole !== 'owner' && { accountRole }),
  };
}
