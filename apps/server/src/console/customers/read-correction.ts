import type { Correction } from '@portal/contract/console/customers';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { mailboxOf } from '@portal/kernel/messaging/mail';
import { findSignInFacts } from '../../identity/index.ts';
import type { Database, Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findCustomer } from './customer.repository.ts';

export type ReadCorrectionDependencies = {
  readonly database: Database;
  readonly findLanguage: (queryable: Queryable, userId: number) => Promise<LanguageCode>;
};

/** What staff may correct of a customer, as it is. Throws customer.not-found. */
export async function readCorrection(deps: ReadCorrectionDependencies, userId: number): Promise<Correction> {
  const { database } = deps;
  const row = await findCustomer(database, userId);
  if (!row) throw new ApiError('customer.not-found');
  const [language, facts] = await Promise.all([deps.findLanguage(database, userId), findSignInFacts(database, userId)]);
  return {
    firstName: row.firstName ?? '',
    lastName: row.lastName ?? '',
    email: mailboxOf(row.email),
    phone: row.phone,
    phoneVerified: row.phoneVerifiedAt !== null,
    language,
    ...facts,
  };
}
