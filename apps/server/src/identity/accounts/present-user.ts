import type { CurrentUser } from '@portal/contract/identity/accounts';
import type { AccountRow } from './account.repository.ts';

type UserColumns = Pick<
  AccountRow,
  'id' | 'email' | 'firstName' | 'lastName' | 'role' | 'phone' | 'phoneVerifiedAt' | 'emailVerifiedAt' | 'createdAt'
>;

/** The allow-list of what people may know of their own account (threats A14). Any role but admin is a customer's. */
export function presentUser(row: UserColumns): CurrentUser {
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
  };
}
