import * as z from 'zod/mini';
import { nairaPrice } from '../platform/amounts.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, identifier, naira, requiredText } from '../platform/fields.ts';
import { atLimit, freeHours } from './plans.ts';

const limitSpeed = z
  .number('Enter the speed in Mbps')
  .check(
    z.int('Enter whole Mbps'),
    z.minimum(1, 'Enter at least 1 Mbps'),
    z.maximum(10_000, 'Use at most 10,000 Mbps'),
  );
const hour = z
  .number('Choose an hour')
  .check(z.int('Choose an hour'), z.minimum(0, 'Choose an hour'), z.maximum(23, 'Choose an hour'));

const MOST_SESSIONS = 16;
const sessionsAtOnce = z
  .number('Enter how many routers may be online at once')
  .check(
    z.int('Enter a whole number'),
    z.minimum(1, 'Enter at least 1'),
    z.maximum(MOST_SESSIONS, `Use at most ${MOST_SESSIONS}`),
  );
/** Which routers stay online where more use a login than may at once. */
const sessionRule = z.enum(['newest', 'oldest'], 'Choose which one stays online');
export type SessionRule = z.infer<typeof sessionRule>;

/** `price` a month in naira, VAT included. `dataLimitGb` null is unlimited. */
export const planForm = z.object({
  region: z.enum(['lagos', 'abuja'], 'Choose a region'),
  name: requiredText(150, 'Name the plan'),
  downloadMbps: z
    .number('Enter the speed in Mbps')
    .check(
      z.int('Enter whole Mbps'),
      z.minimum(1, 'Enter the speed in Mbps'),
      z.maximum(10_000, 'Use at most 10,000 Mbps'),
    ),
  dataLimitGb: z.nullable(
    z
      .number('Enter the data in GB')
      .check(
        z.int('Enter whole GB'),
        z.minimum(1, 'Enter the data in GB'),
        z.maximum(1_000_000, 'Leave it empty for unlimited data'),
      ),
  ),
  price: nairaPrice(),
  type: z.enum(['residential', 'sme', 'business', 'enterprise']),
  features: z.array(requiredText(200, 'Remove the empty line')).check(z.maxLength(12, 'Use at most 12 features')),
  /** Left out: nothing. `slower` is not faster than the plan. */
  atLimit: z.optional(
    z.object({
      do: z.enum(['nothing', 'slower', 'stop']),
      downloadMbps: z.optional(limitSpeed),
      uploadMbps: z.optional(limitSpeed),
    }),
  ),
  /** Null or left out: there are none. */
  freeHours: z.optional(z.nullable(z.object({ fromHour: hour, untilHour: hour }))),
  /** Left out: one, of which the newest stays. */
  sessionsAtOnce: z.optional(sessionsAtOnce),
  sessionRule: z.optional(sessionRule),
  /** True: a line connects with the router alone that it connected with first. Left out: false. */
  macLock: z.optional(z.boolean()),
});
export type PlanForm = z.infer<typeof planForm>;

/** `subscribers` counts subscriptions that are not cancelled. */
const staffPlan = z.object({
  id: z.string(),
  region: z.string(),
  name: z.string(),
  speed: z.string(),
  downloadMbps: z.number(),
  dataLimitGb: z.nullable(z.number()),
  price: naira,
  currency: z.string(),
  type: z.enum(['residential', 'sme', 'business', 'enterprise']),
  features: z.array(z.string()),
  position: z.number(),
  /** They are missing only from an instance of an earlier release, while one is replaced. */
  atLimit: z.optional(atLimit),
  freeHours: z.optional(z.nullable(freeHours)),
  /** These, too. */
  sessionsAtOnce: z.optional(z.number()),
  sessionRule: z.optional(sessionRule),
  macLock: z.optional(z.boolean()),
  active: z.boolean(),
  subscribers: z.number(),
});
export type StaffPlan = z.infer<typeof staffPlan>;

const planId = z.object({ id: identifier });
const written = z.object({ ...acknowledged, plan: staffPlan });

export const listStaffPlans = defineEndpoint({
  method: 'GET',
  path: '/api/staff/plans',
  access: 'admin',
  permission: 'plans:read',
  summary: 'All plans in their order, retired ones too',
  answer: z.array(staffPlan),
  errors: [],
});

export const createPlan = defineEndpoint({
  method: 'POST',
  path: '/api/staff/plans',
  access: 'admin',
  permission: 'plans:write',
  summary: 'Offer a new plan, at the end of the order',
  body: planForm,
  answer: written,
  errors: ['plan.name-taken'],
});

export const editPlan = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/plans/:id',
  access: 'admin',
  permission: 'plans:write',
  summary: 'Change a plan; a new price counts from each customer’s next period, never for one that is paid',
  params: planId,
  body: planForm,
  answer: written,
  errors: ['plan.not-found', 'plan.name-taken'],
});

export const setPlanActive = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/plans/:id/active',
  access: 'admin',
  permission: 'plans:write',
  summary: 'Retire a plan, which its customers keep and no one else can choose, or offer it again',
  params: planId,
  body: z.object({ active: z.boolean() }),
  answer: written,
  errors: ['plan.not-found'],
});

export const orderPlans = defineEndpoint({
  method: 'PUT',
  path: '/api/staff/plan-order',
  access: 'admin',
  permission: 'plans:write',
  summary: 'Put the plans in another order: the ids of all of them',
  body: z.object({ ids: z.array(identifier).check(z.maxLength(400)) }),
  answer: z.object({ ...acknowledged, plans: z.array(staffPlan) }),
  errors: ['plan.order-outdated'],
});

export const api = {
  description: 'All plans, retired ones too, and changing them.',
  endpoints: { listStaffPlans, createPlan, editPlan, setPlanActive, orderPlans },
  schemas: { planForm, staffPlan },
};
