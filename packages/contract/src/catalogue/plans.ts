import * as z from 'zod/mini';
import { defineEndpoint } from '../platform/endpoint.ts';
import { acknowledged, emailAddress, naira, optionalText, requiredText } from '../platform/fields.ts';

/**
 * What happens at the monthly limit until the month ends: nothing, slower at these speeds, or only the
 * portal with its payment pages is reached.
 */
export const atLimit = z.object({
  do: z.enum(['nothing', 'slower', 'stop']),
  downloadMbps: z.optional(z.number()),
  uploadMbps: z.optional(z.number()),
});
export type AtLimit = z.infer<typeof atLimit>;

/**
 * Hours of the day in Lagos, 0 to 23, whose data do not count: from the first up to, not including, the
 * second; from 22 until 5 is over midnight.
 */
export const freeHours = z.object({ fromHour: z.number(), untilHour: z.number() });
export type FreeHours = z.infer<typeof freeHours>;

/**
 * `speed` as text ("50 Mbps"), `downloadMbps` as a number; `price` in naira a month, VAT included
 * unless `vatExtra` is set, and VAT of `vatPercent` is added; `region` is lagos or abuja.
 */
const servicePlan = z.object({
  id: z.string(),
  region: z.string(),
  name: z.string(),
  speed: z.string(),
  downloadMbps: z.number(),
  price: naira,
  vatExtra: z.optional(z.literal(true)),
  vatPercent: z.optional(z.number()),
  currency: z.string(),
  type: z.enum(['residential', 'sme', 'business', 'enterprise']),
  features: z.array(z.string()),
  /** Missing only from an instance of an earlier release, while one is replaced. */
  atLimit: z.optional(atLimit),
  freeHours: z.optional(freeHours),
});
export type ServicePlan = z.infer<typeof servicePlan>;

/** For the payment screen: with the monthly allowance as text ("500 GB", "Unlimited"). */
const paymentPlan = z.extend(servicePlan, { data: z.string() });
export type PaymentPlan = z.infer<typeof paymentPlan>;

export const listServicePlans = defineEndpoint({
  method: 'GET',
  path: '/api/service-plans',
  access: 'anyone',
  viewable: true,
  summary: 'All active plans in their order',
  answer: z.array(servicePlan),
  errors: [],
});

export const listPlans = defineEndpoint({
  method: 'GET',
  path: '/api/plans',
  access: 'anyone',
  viewable: true,
  summary: 'All active plans in their order, with data allowance, for the payment screen',
  answer: z.array(paymentPlan),
  errors: [],
});

export const salesRequestForm = z.object({
  kind: z.enum(['contact-sales', 'quote']),
  name: requiredText(100, 'Name is required'),
  email: emailAddress,
  phone: optionalText(20),
  organisation: optionalText(150),
  message: requiredText(2000, 'Tell us what you need'),
  website: z.optional(z.string()),
});
export type SalesRequestForm = z.infer<typeof salesRequestForm>;

export const sendSalesRequest = defineEndpoint({
  method: 'POST',
  path: '/api/sales-requests',
  access: 'anyone',
  summary: 'Ask sales to get in touch, or for a quote',
  body: salesRequestForm,
  answer: z.object({ ...acknowledged, requestNumber: z.string() }),
  errors: [],
});

export const api = {
  description: 'The plans on sale, and requests to the sales team.',
  endpoints: { listServicePlans, listPlans, sendSalesRequest },
  schemas: { servicePlan, paymentPlan, salesRequestForm },
};
