import type { PlanForm, StaffPlan } from '@portal/contract/catalogue/staff-plans';
import type { Changeable } from '@portal/contract/platform/live-updates';
import type { AuditEntry } from '@portal/kernel/audit-entry';
import { type Kobo, koboFromNaira, nairaFromKobo } from '@portal/kernel/money';
import { type Database, isUniqueViolation, type Transaction } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findLimitFaults, presentAtLimit, presentFreeHours, storedLimit } from './at-limit.policy.ts';
import type { CountSubscribers } from './count-subscribers.port.ts';
import {
  findPlan,
  insertPlan,
  listAllPlans,
  lockPlans,
  type PlanRow,
  setPlanOrder,
  updatePlan,
} from './staff-plan.repository.ts';

export type StaffPlanDependencies = {
  readonly database: Database;
  readonly countSubscribers: CountSubscribers;
  readonly recordAudit: (tx: Transaction, entry: AuditEntry) => Promise<void>;
  /** Has all open pages refetch the plans. Called after the commit; must not throw. */
  readonly publishLiveUpdate: (userId: null, what: Changeable) => void;
};

const MBPS_PER_GBPS = 1000;

function formatSpeed(mbps: number): string {
  return mbps % MBPS_PER_GBPS === 0 ? `${mbps / MBPS_PER_GBPS} Gbps` : `${mbps} Mbps`;
}

function presentPlan(row: PlanRow, subscribers: number): StaffPlan {
  const { id, region, name, speed, downloadMbps, dataLimitGb, price, currency, type, features, position } = row;
  return {
    id,
    region,
    name,
    speed,
    downloadMbps,
    dataLimitGb,
    currency,
    type,
    features,
    position,
    subscribers,
    price: nairaFromKobo(price),
    atLimit: presentAtLimit(row),
    freeHours: presentFreeHours(row),
    sessionsAtOnce: row.sessionsAtOnce,
    sessionRule: row.sessionRule,
    macLock: row.macLock,
    active: row.isActive,
  };
}

/** All plans in their order, retired ones too. */
export async function listStaffPlans(
  deps: Pick<StaffPlanDependencies, 'database' | 'countSubscribers'>,
): Promise<StaffPlan[]> {
  const [plans, subscribers] = await Promise.all([listAllPlans(deps.database), deps.countSubscribers(deps.database)]);
  return plans.map((plan) => presentPlan(plan, subscribers.get(plan.id) ?? 0));
}

function priceOf(naira: number): Kobo {
  const kobo = koboFromNaira(naira);
  const message = 'Use at most two decimals';
  if (kobo === null) throw new ApiError('request.invalid', { message, errors: { price: message } });
  return kobo;
}

function valuesOf(form: PlanForm) {
  const { region, name, downloadMbps, dataLimitGb, type, features } = form;
  const { sessionsAtOnce = 1, sessionRule = 'newest', macLock = false } = form;
  const errors = findLimitFaults(form);
  const [message] = Object.values(errors);
  if (message !== undefined) throw new ApiError('request.invalid', { message, errors });
  return {
    region,
    name,
    downloadMbps,
    dataLimitGb,
    type,
    features,
    speed: formatSpeed(downloadMbps),
    price: priceOf(form.price),
    ...storedLimit(form),
    sessionsAtOnce,
    sessionRule,
    macLock,
  };
}

/** The fields of a plan in the audit log. */
function audited({ createdAt: _createdAt, id: _id, price, ...row }: PlanRow) {
  return { ...row, price: nairaFromKobo(price) };
}

/** Changes the catalogue, one change at a time, audited; afterwards all open pages refetch it. */
async function change(deps: StaffPlanDependencies, work: (tx: Transaction) => Promise<string>): Promise<StaffPlan> {
  let id: string;
  try {
    id = await deps.database.transaction(async (tx) => {
      await lockPlans(tx);
      return work(tx);
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const message = 'Another plan has this name.';
    throw new ApiError('plan.name-taken', { errors: { name: message } });
  }
  deps.publishLiveUpdate(null, 'plans');
  const plan = (await listStaffPlans(deps)).find((row) => row.id === id);
  if (!plan) throw new Error('the plan is not there');
  return plan;
}

async function editRow(
  deps: StaffPlanDependencies,
  tx: Transaction,
  order: { readonly staffId: number; readonly id: string; readonly action: string },
  values: Parameters<typeof updatePlan>[2],
): Promise<string> {
  const before = await findPlan(tx, order.id);
  if (!before) throw new ApiError('plan.not-found');
  await updatePlan(tx, before.id, values);
  const after = await findPlan(tx, before.id);
  await deps.recordAudit(tx, {
    actorId: order.staffId,
    action: order.action,
    subject: `plan:${before.id}`,
    before: audited(before),
    after: after && audited(after),
  });
  return before.id;
}

/** Creates a plan, last in the order. Audited. Throws ApiError plan.name-taken. */
export async function createPlan(deps: StaffPlanDependencies, staffId: number, form: PlanForm): Promise<StaffPlan> {
  const values = valuesOf(form);
  return change(deps, async (tx) => {
    const row = await insertPlan(tx, values);
    const subject = `plan:${row.id}`;
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'plan.create',
      subject,
      before: null,
      after: audited(row),
    });
    return row.id;
  });
}

/**
 * Changes a plan. Paid periods and open payments have their own price and are not affected: a new
 * one applies from the next quote on. Audited. Throws ApiError plan.not-found, plan.name-taken.
 */
export async function editPlan(
  deps: StaffPlanDependencies,
  order: { readonly staffId: number; readonly id: string; readonly form: PlanForm },
): Promise<StaffPlan> {
  const values = valuesOf(order.form);
  return change(deps, (tx) => editRow(deps, tx, { ...order, action: 'plan.edit' }, values));
}

/**
 * Retires a plan, which its customers keep and no one else can choose, or offers it again. Audited.
 * Throws ApiError plan.not-found.
 */
export async function setPlanActive(
  deps: StaffPlanDependencies,
  order: { readonly staffId: number; readonly id: string; readonly active: boolean },
): Promise<StaffPlan> {
  const action = order.active ? 'plan.restore' : 'plan.retire';
  return change(deps, (tx) => editRow(deps, tx, { ...order, action }, { isActive: order.active }));
}

/**
 * Puts all plans in the given order. Audited. Throws ApiError plan.order-outdated when the ids are
 * not those of all plans, each once.
 */
export async function orderPlans(
  deps: StaffPlanDependencies,
  staffId: number,
  ids: readonly string[],
): Promise<StaffPlan[]> {
  await deps.database.transaction(async (tx) => {
    await lockPlans(tx);
    const before = (await listAllPlans(tx)).map((plan) => plan.id);
    const given = new Set(ids);
    const isWhole = ids.length === before.length && before.every((id) => given.has(id));
    if (!isWhole) throw new ApiError('plan.order-outdated');
    await setPlanOrder(tx, ids);
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'plan.order',
      subject: 'plans',
      before: { order: before },
      after: { order: ids },
    });
  });
  deps.publishLiveUpdate(null, 'plans');
  return listStaffPlans(deps);
}
