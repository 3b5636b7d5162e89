import type { EarlierPayment } from '@portal/contract/console/earlier-payments';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findCustomer } from '../customers/customer.repository.ts';
import { findEarlierPayments } from './kinds/payments.repository.ts';

const LIST = 20;

/** What a customer paid in an earlier system, newest first. Throws ApiError customer.not-found. */
export async function listEarlierPayments(database: Database, userId: number): Promise<EarlierPayment[]> {
  if (!(await findCustomer(database, userId))) throw new ApiError('customer.not-found');
  const rows = await findEarlierPayments(database, userId, LIST);
  return rows.map(({ amount, paidAt, paidUntil, ...payment }) => ({
    ...payment,
    amount: nairaFromKobo(amount),
    paidAt: paidAt.toISOString(),
    paidUntil: paidUntil?.toISOString() ?? null,
  }));
}
