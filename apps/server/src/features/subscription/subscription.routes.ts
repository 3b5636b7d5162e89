import {
  changePlan,
  choosePlan as choosePlanEntry,
  getSubscription,
  withdrawPlanChange as withdrawEntry,
} from '@portal/contract/subscription';
import type { Routes } from '../../http/route-from-contract.ts';
import { type ChoosePlanDeps, choosePlan } from './choose-plan.ts';
import { prepareFindSubscription } from './find-subscription.ts';
import { withdrawPlanChange } from './withdraw-plan-change.ts';

/** The caller's line: read, choose a plan, change it, take a change back. What a body says beyond the plan's id is never believed. */
export function registerSubscription(routes: Routes, deps: ChoosePlanDeps): void {
  const findOwnSubscription = prepareFindSubscription(deps.database);
  const choose = async (userId: number, planId: string, chosenMessage: string) => {
    const { subscription, isScheduled } = await choosePlan(deps, { userId, planId });
    const message = isScheduled ? 'Your plan will change at the next billing cycle.' : chosenMessage;
    return { success: true as const, message, subscription };
  };

  routes.serve(getSubscription, async ({ viewer }) => findOwnSubscription(viewer.user.id));

  routes.serve(choosePlanEntry, async ({ viewer, body }) =>
    choose(viewer.user.id, body.planId, 'Plan Selected Successfully!'),
  );

  routes.serve(changePlan, async ({ viewer, body }) => choose(viewer.user.id, body.planId, 'Plan updated'));

  routes.serve(withdrawEntry, async ({ viewer }) => {
    const { subscription, isPaidChangeComing } = await withdrawPlanChange(deps, viewer.user.id);
    const message = isPaidChangeComing
      ? 'The change that you have paid for will still take effect at the next billing cycle.'
      : 'You stay on your present plan.';
    return { success: true as const, message, subscription };
  });
}
