import { asc, desc, eq } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { paymentMethods } from '../../database/schema/payment.ts';

/** More than anybody keeps; a bound all the same. */
const MOST = 50;

/** Everything of a saved method but what it is charged with: the gateway's reference stays in the house. The default first, then the newest. */
export async function listOwnPaymentMethods(queryable: Queryable, userId: number) {
  const { id, provider, isDefault, cardBrand, cardLastFour, cardExpiry, createdAt } = paymentMethods;
  return queryable
    .select({ id, provider, isDefault, cardBrand, cardLastFour, cardExpiry, createdAt })
    .from(paymentMethods)
    .where(eq(paymentMethods.userId, userId))
    .orderBy(desc(isDefault), desc(createdAt), asc(id))
    .limit(MOST);
}
