import { recordAudit } from '../identity/index.ts';
import type { Messaging } from '../messaging/index.ts';
import type { Context } from '../platform/context.ts';
import { createPort } from '../platform/events/port.ts';
import type { Platform } from '../platform/platform.ts';
import { createVatRules } from '../platform/settings/vat-rules.ts';
import { cachedPlans } from './plans/cached-plans.ts';
import type { CountSubscribers } from './plans/count-subscribers.port.ts';
import { createPlanPublisher } from './plans/create-plan-publisher.ts';
import { registerPlan } from './plans/plan.routes.ts';
import { registerStaffPlan } from './plans/staff-plan.routes.ts';

export { DEMO_PLAN, seedDemoPlan } from './demo-data/seed-demo-plan.ts';
export { presentAtLimit, presentFreeHours } from './plans/at-limit.policy.ts';
export { findActivePlan } from './plans/find-active-plan.ts';

export type Catalogue = ReturnType<typeof createCatalogue>;

/** The plans on sale, and requests to sales for anything else. */
export function createCatalogue(platform: Platform, { messaging }: { readonly messaging: Messaging }) {
  const { database, clock, randomBytes, publishLiveUpdate } = platform;
  const countSubscribers = createPort<CountSubscribers>('subscribers by plan');
  const publishPlans = createPlanPublisher({
    database,
    clock,
    addedVat: createVatRules(platform).addedVat,
    onStale: (error) => platform.logger.warn({ err: error }, 'the plan catalogue could not be refreshed'),
    onChange: (listener) => platform.onChange('plans', listener),
  });
  return {
    countSubscribers,
    routes: (routes) => {
      registerPlan(routes, {
        database,
        clock,
        randomBytes,
        queueEmail: messaging.queueEmail,
        settings: platform.settings,
        publishPlans,
      });
      registerStaffPlan(routes, {
        database,
        recordAudit,
        publishLiveUpdate,
        countSubscribers: countSubscribers.get(),
      });
    },
    pages: cachedPlans(publishPlans),
  } satisfies Context & Record<string, unknown>;
}
