import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { timestamp } from './fields.ts';

/** Gigabytes of this Lagos month. `dataLimit` null is unlimited. `sample` is true while the account has none of its own: then the figures are the specification's example (section 9). */
export const usageView = z.object({
  dataUsed: z.number(),
  dataLimit: z.nullable(z.number()),
  period: z.string(),
  updatedAt: z.nullable(timestamp),
  sample: z.boolean(),
});
export type UsageView = z.infer<typeof usageView>;

export const getUsage = defineEndpoint({
  method: 'GET',
  path: '/api/user/usage',
  access: 'session',
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
  summary: 'Data used in each of the latest twelve months that have any, oldest first',
  answer: z.array(usageMonth),
  errors: [],
});
