import * as z from 'zod/mini';
import { atLimit, freeHours } from '../catalogue/plans.ts';
import { defineEndpoint } from '../platform/endpoint.ts';
import { rowNumber, timestamp } from '../platform/fields.ts';
import { lineInQuery } from '../platform/line-of-call.ts';

/**
 * Gigabytes of this Lagos month, 1,024 megabytes each; the limit is that of the plan with the data
 * bundles of this month. `dataLimit` null is unlimited. `updatedAt` is the time of the last packet.
 * `sample` is true while the account has no usage: then the figures are the specification's example
 * (section 9).
 */
export const usageView = z.object({
  dataUsed: z.number(),
  dataLimit: z.nullable(z.number()),
  period: z.string(),
  updatedAt: z.nullable(timestamp),
  sample: z.boolean(),
  /**
   * In force because the month's data are used up, until the moment `until`; null is nothing. With `stop`
   * both speeds are 0. Missing only from an instance of an earlier release, while one is replaced.
   */
  limited: z.optional(
    z.nullable(
      z.object({
        do: z.enum(['slower', 'stop']),
        downloadMbps: z.number(),
        uploadMbps: z.number(),
        until: timestamp,
      }),
    ),
  ),
  /** What the plan does at the limit; missing where that is nothing. */
  atLimit: z.optional(atLimit),
  /** Missing where the plan has none; `used` in them is not part of `dataUsed`. */
  freeHours: z.optional(z.extend(freeHours, { used: z.number() })),
});
export type UsageView = z.infer<typeof usageView>;

export const getUsage = defineEndpoint({
  method: 'GET',
  path: '/api/user/usage',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  ofLine: true,
  summary: 'Data used in the current month',
  answer: usageView,
  errors: [],
});

/** `period` is a Lagos month, "2026-11". */
const usageMonth = z.object({ period: z.string(), dataUsed: z.number(), dataLimit: z.nullable(z.number()) });
export type UsageMonth = z.infer<typeof usageMonth>;

export const listUsageMonths = defineEndpoint({
  method: 'GET',
  path: '/api/user/usage/months',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  ofLine: true,
  summary: 'Data used in each of the latest twelve months that have any, oldest first',
  answer: z.array(usageMonth),
  errors: [],
});

/** `day` in Lagos, "2026-11-21". Gigabytes to and from the customer. */
const usageDay = z.object({
  day: z.string(),
  downloaded: z.number(),
  uploaded: z.number(),
  /** In free hours, both directions, and not part of the others; missing where there is nothing. */
  free: z.optional(z.number()),
});
export type UsageDay = z.infer<typeof usageDay>;

const monthWanted = z.object({
  period: z.optional(z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Use a month such as 2026-11'))),
});

export const listUsageDays = defineEndpoint({
  method: 'GET',
  path: '/api/user/usage/days',
  access: 'session',
  viewable: true,
  accountRole: 'any',
  ofLine: true,
  summary: 'Data used on each day of a month that has any, oldest first; without `period` of the current one',
  query: monthWanted,
  answer: z.array(usageDay),
  errors: [],
});

export const listUsageDaysOfCustomer = defineEndpoint({
  method: 'GET',
  path: '/api/staff/customers/:id/usage-days',
  access: 'admin',
  permission: 'lines:read',
  summary: 'The same days of a line of any customer, for staff',
  params: z.object({ id: rowNumber }),
  query: z.extend(monthWanted, lineInQuery.shape),
  answer: z.array(usageDay),
  errors: ['customer.not-found', 'line.not-found'],
});

export const api = {
  description: 'The data that a line has used, by period, month and day.',
  endpoints: { getUsage, listUsageMonths, listUsageDays, listUsageDaysOfCustomer },
  schemas: { usageView, usageMonth, usageDay },
};
