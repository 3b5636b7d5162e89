import { createHash } from 'node:crypto';
import type { PaymentPlan, ServicePlan } from '@portal/contract/catalogue/plans';
import { presentVatExtra, type VatRate } from '@portal/kernel/billing/vat';
import type { Clock } from '@portal/kernel/clock';
import { describeAllowance } from '@portal/kernel/data-size';
import { nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import type { VatRules } from '../../platform/settings/vat-rules.ts';
import { presentAtLimit, presentFreeHours } from './at-limit.policy.ts';
import type { ActivePlan } from './find-active-plan.ts';
import { listActivePlans } from './plan.repository.ts';

/**
 * A serialised answer, the same for everybody: a string, which Node sends with its headers in one
 * piece.
 */
export type Publication = { readonly body: string; readonly etag: string };

export type Publications = { readonly servicePlans: Publication; readonly plans: Publication };

/** Immediate, except before the first answer and after a change by staff. */
export type PublishPlans = () => Publications | Promise<Publications>;

/** How old the published catalogue may be before it is read again. */
const FRESH_MS = 3000;

function presentPlan(plan: ActivePlan, addedVat: VatRate): ServicePlan {
  const { id, region, name, speed, downloadMbps, priceKobo, currency, type, features } = plan;
  const price = { price: nairaFromKobo(priceKobo), ...presentVatExtra(addedVat), currency };
  const freeHours = presentFreeHours(plan);
  const limit = { atLimit: presentAtLimit(plan), ...(freeHours && { freeHours }) };
  return { id, region, name, speed, downloadMbps, ...price, type, features, ...limit };
}

function presentPaymentPlan(plan: ActivePlan, addedVat: VatRate): PaymentPlan {
  return { ...presentPlan(plan, addedVat), data: describeAllowance(plan.dataLimitGb) };
}

function publish(answer: readonly object[]): Publication {
  const body = JSON.stringify(answer);
  return { body, etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"` };
}

/**
 * Serialised answers of the catalogue in memory, read again from the database in the background
 * when one is requested that is older than 3 s, and before the answer when staff have changed it.
 * While the database is unavailable the last good copy is served; before there is one, the caller
 * gets the failure. (Threats U8.)
 */
export function createPlanPublisher(deps: {
  readonly database: Database;
  readonly clock: Clock;
  readonly addedVat: VatRules['addedVat'];
  readonly onStale: (error: unknown) => void;
  /** Calls the listener whenever staff have changed the catalogue, at any instance. */
  readonly onChange: (listener: () => void) => void;
}): PublishPlans {
  let current: Publications | null = null;
  let readAt = 0;
  let reading: Promise<Publications> | null = null;
  let outdated = false;
  deps.onChange(() => {
    outdated = true;
    // A read under way may be from before the change.
    reading = null;
  });

  const read = async (): Promise<Publications> => {
    const plans = await listActivePlans(deps.database);
    const addedVat = deps.addedVat();
    return {
      servicePlans: publish(plans.map((plan) => presentPlan(plan, addedVat))),
      plans: publish(plans.map((plan) => presentPaymentPlan(plan, addedVat))),
    };
  };
  const refresh = (): Promise<Publications> => {
    if (reading) return reading;
    const refreshing = read()
      .then((publications) => {
        if (reading === refreshing) {
          current = publications;
          outdated = false;
        }
        return publications;
      })
      .finally(() => {
        if (reading === refreshing) reading = null;
        readAt = deps.clock().getTime();
      });
    reading = refreshing;
    return refreshing;
  };
  const newest = async (before: Publications): Promise<Publications> => {
    try {
      return await refresh();
    } catch (error) {
      deps.onStale(error);
      return before;
    }
  };
  return () => {
    if (current === null) return refresh();
    if (outdated) return newest(current);
    const age = deps.clock().getTime() - readAt;
    if (age < 0 || age >= FRESH_MS) refresh().catch(deps.onStale);
    return current;
  };
}
