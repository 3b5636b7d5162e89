import type { ChargeProduct } from '@portal/contract/billing/staff-charges';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { listChargeProducts } from './charge.repository.ts';

/** What can be charged, by name. */
export async function readChargeProducts(queryable: Queryable): Promise<ChargeProduct[]> {
  const products = await listChargeProducts(queryable);
  return products.map(({ id, name, price }) => ({ id, name, price: nairaFromKobo(price) }));
}
