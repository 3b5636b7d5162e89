import type { ChargeProductForm, StaffChargeProduct } from '@portal/contract/billing/staff-charges';
import { koboFromNaira, nairaFromKobo, toKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import { isUniqueViolation, type Queryable, type Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import {
  type ChargeProductRow,
  insertChargeProduct,
  insertPrice,
  listProductsWithPrices,
  lockChargeProduct,
  updateChargeProduct,
} from './charge.repository.ts';

type Changing = Pick<BillingDependencies, 'database' | 'clock'>;
type Action = 'create' | 'edit' | 'retire' | 'offer';

/** All products, by name, retired ones too, with their prices of before; one of them with `id`. */
export async function listStaffChargeProducts(queryable: Queryable, id?: string): Promise<StaffChargeProduct[]> {
  const found = await listProductsWithPrices(queryable, id);
  return found.map(({ product, prices }) => ({
    id: product.id,
    name: product.name,
    price: nairaFromKobo(product.price),
    bearsVat: product.bearsVat,
    ...(product.bearsVat ? {} : { untaxedAs: product.untaxedAs ?? ('exempt' as const) }),
    active: product.isActive,
    monthly: product.monthlyFor !== null,
    prices: prices.map(({ price: { price, bearsVat, since }, setByName }) => {
      return { price: nairaFromKobo(price), bearsVat, since: since.toISOString(), setBy: setByName };
    }),
  }));
}

const audited = ({ name, price, bearsVat, untaxedAs, isActive }: ChargeProductRow) => {
  return { name, price: nairaFromKobo(price), bearsVat, ...(untaxedAs && { untaxedAs }), isActive };
};

async function record(
  deps: Changing,
  tx: Transaction,
  staffId: number,
  action: Action,
  { before, after }: { readonly before: ChargeProductRow | null; readonly after: ChargeProductRow },
): Promise<StaffChargeProduct> {
  const { id: productId, price, bearsVat } = after;
  if (before?.price !== price || before.bearsVat !== bearsVat) {
    await insertPrice(tx, { productId, price, bearsVat, setBy: staffId, since: deps.clock() });
  }
  await recordAudit(tx, {
    actorId: staffId,
    action: `charge-product.${action}`,
    subject: `charge-product:${productId}`,
    before: before && audited(before),
    after: audited(after),
  });
  const [product] = await listStaffChargeProducts(tx, productId);
  if (!product) throw new Error(`charge product ${productId} is gone`);
  return product;
}

async function named<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ApiError('charge-product.name-taken', { errors: { name: 'Something else has this name.' } });
  }
}

/** An amount that the contract has checked. */
const valuesOf = ({ name, price, bearsVat, untaxedAs = 'exempt' }: ChargeProductForm) => {
  return { name, price: koboFromNaira(price) ?? toKobo(0), bearsVat, untaxedAs: bearsVat ? null : untaxedAs };
};

/** Offers a product. Audited. Throws charge-product.name-taken. */
export function createChargeProduct(
  deps: Changing,
  staffId: number,
  form: ChargeProductForm,
): Promise<StaffChargeProduct> {
  return named(
    deps.database.transaction(async (tx) => {
      const after = await insertChargeProduct(tx, valuesOf(form));
      return record(deps, tx, staffId, 'create', { before: null, after });
    }),
  );
}

/**
 * Changes a product from now on, keeping the price of before in its history; invoices have their own.
 * Audited. Throws charge-product.not-found, charge-product.name-taken, charge-product.monthly-bears-vat.
 */
export function editChargeProduct(
  deps: Changing,
  { staffId, id, form }: { readonly staffId: number; readonly id: string; readonly form: ChargeProductForm },
): Promise<StaffChargeProduct> {
  return named(
    deps.database.transaction(async (tx) => {
      const before = await lockChargeProduct(tx, id);
      if (!before) throw new ApiError('charge-product.not-found');
      // It is on the invoice of a plan, which bears VAT.
      if (before.monthlyFor !== null && !form.bearsVat)
        throw new ApiError('charge-product.monthly-bears-vat', {
          errors: { bearsVat: 'What is paid with the plan bears its VAT.' },
        });
      const after = await updateChargeProduct(tx, id, valuesOf(form));
      return record(deps, tx, staffId, 'edit', { before, after });
    }),
  );
}

/** Withdraws a product, or offers it again; what was charged stays. Audited. Throws charge-product.not-found. */
export function setChargeProductActive(
  deps: Changing,
  { staffId, id, active }: { readonly staffId: number; readonly id: string; readonly active: boolean },
): Promise<StaffChargeProduct> {
  return deps.database.transaction(async (tx) => {
    const before = await lockChargeProduct(tx, id);
    if (!before) throw new ApiError('charge-product.not-found');
    const after = await updateChargeProduct(tx, id, { isActive: active });
    return record(deps, tx, staffId, active ? 'offer' : 'retire', { before, after });
  });
}
