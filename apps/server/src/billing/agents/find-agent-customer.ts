import { isAccountNumber } from '@portal/kernel/account-number';
import { nigerianMobile } from '../../identity/index.ts';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findAccountsBy } from './agent.repository.ts';

/** The customer of an agent: who has an account number or a verified mobile number, exactly. */
export type AgentCustomer = Awaited<ReturnType<typeof findAccountsBy>>[number];

/**
 * Finds a customer by the number of their account or a mobile number that they have verified, neither of
 * which tells more than it has to. A number of several accounts finds none. Throws agent.no-customer.
 */
export async function findAgentCustomer(queryable: Queryable, typed: string): Promise<AgentCustomer> {
  const digits = typed.replace(/\D/g, '');
  const phone = nigerianMobile(typed);
  const found = isAccountNumber(digits)
    ? await findAccountsBy(queryable, { number: digits })
    : phone === null
      ? []
      : await findAccountsBy(queryable, { phone });
  const [customer, another] = found;
  if (!customer || another) throw new ApiError('agent.no-customer');
  return customer;
}
