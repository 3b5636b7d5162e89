import type { BundleForm, StaffBundle } from '@portal/contract/billing/staff-data-bundles';
import { lagosPeriod } from '@portal/kernel/calendar';
import { type Kobo, koboFromNaira, nairaFromKobo } from '@portal/kernel/money';
import { recordAudit } from '../../identity/index.ts';
import { isUniqueViolation, type Queryable, type Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { type BundleRow, findBundle, insertBundle, listWithSales, updateBundle } from './data-bundle.repository.ts';

export type StaffBundleDependencies = Pick<BillingDependencies, 'database' | 'clock' | 'publishLiveUpdate'>;

/** All bundles, the smallest first, retired ones too. */
export async function listStaffBundles(
  deps: Pick<StaffBundleDependencies, 'clock'>,
  queryable: Queryable,
  id?: string,
): Promise<StaffBundle[]> {
  const rows = await listWithSales(queryable, lagosPeriod(deps.clock()), id);
  return rows.map(({ bundle: { id, name, gigabytes, price, isActive }, sold }) => {
    return { id, name, gigabytes, sold, price: nairaFromKobo(price), active: isActive };
  });
}

function priceOf(naira: number): Kobo {
  const kobo = koboFromNaira(naira);
  const message = 'Use at most two decimals';
  if (kobo === null) throw new ApiError('request.invalid', { message, errors: { price: message } });
  return kobo;
}

function audited({ id: _id, position: _position, price, ...row }: BundleRow) {
  return { ...row, price: nairaFromKobo(price) };
}

type Change = {
  readonly staffId: number;
  readonly action: 'bundle.create' | 'bundle.edit' | 'bundle.retire' | 'bundle.offer';
  readonly before: BundleRow | null;
  readonly after: BundleRow;
};

async function record(deps: StaffBundleDependencies, tx: Transaction, change: Change): Promise<StaffBundle> {
  const { staffId: actorId, action, before, after } = change;
  const subject = `bundle:${after.id}`;
  await recordAudit(tx, {
    actorId,
    action,
    subject,
    before: before && audited(before),
    after: audited(after),
  });
  const [bundle] = await listStaffBundles(deps, tx, after.id);
  if (!bundle) throw new Error('the data bundle is not there');
  return bundle;
}

async function write(
  deps: StaffBundleDependencies,
  work: (tx: Transaction) => Promise<StaffBundle>,
): Promise<StaffBundle> {
  try {
    const bundle = await deps.database.transaction(work);
    deps.publishLiveUpdate(null, 'plans');
    return bundle;
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ApiError('bundle.name-taken', { errors: { name: 'Another data bundle has this name.' } });
  }
}

/** Creates a bundle. Audited. Throws bundle.name-taken. */
export async function createBundle(
  deps: StaffBundleDependencies,
  staffId: number,
  form: BundleForm,
): Promise<StaffBundle> {
  const price = priceOf(form.price);
  return write(deps, async (tx) => {
    const after = await insertBundle(tx, { name: form.name, gigabytes: form.gigabytes, price });
    return record(deps, tx, { staffId, action: 'bundle.create', before: null, after });
  });
}

async function change(
  deps: StaffBundleDependencies,
  order: { readonly staffId: number; readonly id: string; readonly action: Change['action'] },
  values: Parameters<typeof updateBundle>[2],
): Promise<StaffBundle> {
  return write(deps, async (tx) => {
    const before = await findBundle(tx, order.id);
    const after = before && (await updateBundle(tx, before.id, values));
    if (!after) throw new ApiError('bundle.not-found');
    return record(deps, tx, { ...order, before, after });
  });
}

/**
 * Changes name and price; open payments have their own. Audited. Throws bundle.not-found,
 * bundle.name-taken.
 */
export async function editBundle(
  deps: StaffBundleDependencies,
  order: { readonly staffId: number; readonly id: string; readonly form: Pick<BundleForm, 'name' | 'price'> },
): Promise<StaffBundle> {
  const { name, price } = order.form;
  return change(deps, { ...order, action: 'bundle.edit' }, { name, price: priceOf(price) });
}

/**
 * Withdraws a bundle, or offers it again; a payment under way still gets it. Audited. Throws
 * bundle.not-found.
 */
export async function setBundleActive(
  deps: StaffBundleDependencies,
  order: { readonly staffId: number; readonly id: string; readonly active: boolean },
): Promise<StaffBundle> {
  const action = order.active ? 'bundle.offer' : 'bundle.retire';
  return change(deps, { ...order, action }, { isActive: order.active });
}
