import {
  changeForCustomer as changeEntry,
  getUpgradeQuoteOfCustomer,
  type SubscriptionChange,
} from '@portal/contract/billing/staff-subscriptions';
import type { Routes } from '../../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { requireLine } from '../../lines/require-line.ts';
import { presentQuote } from '../../pricing/quote-payment.ts';
import { upgrade } from '../upgrades/upgrade.product.ts';
import { changeForCustomer } from './change-for-customer.ts';

const DONE: Readonly<Record<SubscriptionChange, string>> = {
  plan: 'The plan is chosen. The customer is told.',
  upgrade: 'The plan is changed, and paid from credit.',
  stay: 'The change of plan is withdrawn. The customer is told.',
  pause: 'The line is paused. The customer is told.',
  resume: 'The line is on again. The customer is told.',
  cancel: 'The line is cancelled. The customer is told.',
  keep: 'The line goes on. The customer is told.',
};

function missing(field: 'planId' | 'days', message: string): ApiError {
  return new ApiError('request.invalid', { message, errors: { [field]: message } });
}

/** Subscriptions as staff change them for their customers. */
export function registerOnBehalf(routes: Routes, deps: BillingDependencies): void {
  routes.serve(changeEntry, async ({ viewer, params, body }) => {
    const { change, planId, days, reason } = body;
    if ((change === 'plan' || change === 'upgrade') && planId === undefined) throw missing('planId', 'Choose a plan');
    if (change === 'pause' && days === undefined) throw missing('days', 'Choose 7 to 90 days');
    const line = await requireLine(deps.database, { accountId: params.id, lineId: body.lineId });
    const order = { ...line, staffId: viewer.user.id, change, planId: planId ?? '', days: days ?? 0, reason };
    const subscription = await changeForCustomer(deps, order);
    deps.publishLiveUpdate(params.id, 'subscription');
    return { success: true as const, message: DONE[change], subscription };
  });

  routes.serve(getUpgradeQuoteOfCustomer, async ({ params, query }) => {
    const { accountId: userId, lineId } = await requireLine(deps.database, {
      accountId: params.id,
      lineId: query.line,
    });
    const order = { userId, lineId, planId: query.plan, purpose: 'upgrade' as const, now: deps.clock() };
    const { quote } = await deps.database.transaction((tx) => upgrade.quote(deps, tx, order));
    return presentQuote(quote);
  });
}
