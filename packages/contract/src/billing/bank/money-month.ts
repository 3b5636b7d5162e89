import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { naira } from '../../platform/fields.ts';

const month = z.object({
  month: z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, 'Name a month, such as 2026-11')),
});

/** A sum between what a place should hold and what it holds. `who` recorded it; `days` is its age at the end. */
const namedSum = z.object({
  amount: naira,
  what: z.string(),
  who: z.nullable(z.string()),
  day: z.nullable(z.string()),
  days: z.nullable(z.number()),
  isLate: z.boolean(),
});
export type NamedSum = z.infer<typeof namedSum>;

/**
 * A place where money is. `opening` + `moneyIn` − `moneyOut` = `should`; `should` − `holds` is the sum of
 * `between`. `holds` is null where nothing counts it but what is listed: money at a gateway and on its way.
 */
const moneyPlace = z.object({
  account: z.string(),
  name: z.string(),
  kind: z.enum(['gateway', 'on-the-way', 'till', 'agent', 'bank', 'suspense']),
  opening: naira,
  moneyIn: naira,
  moneyOut: naira,
  should: naira,
  holds: z.nullable(naira),
  holdsBy: z.nullable(z.string()),
  between: z.array(namedSum),
});
export type MoneyPlace = z.infer<typeof moneyPlace>;

/** What should be looked into, whether or not a sum is missing. */
const moneyWarning = z.object({
  kind: z.enum([
    'hand-over-late',
    'hand-over-short',
    'lapping',
    'slip-twice',
    'deposit-without-line',
    'payout-late',
    'payout-account',
    'refund-twice',
    'refund-name',
    'statement',
  ]),
  text: z.string(),
  who: z.nullable(z.string()),
});
export type MoneyWarning = z.infer<typeof moneyWarning>;

const moneyMonth = z.object({
  month: z.string(),
  until: z.string(),
  places: z.array(moneyPlace),
  warnings: z.array(moneyWarning),
});
export type MoneyMonth = z.infer<typeof moneyMonth>;

export const getMoneyMonth = defineEndpoint({
  method: 'GET',
  path: '/api/staff/money-month',
  access: 'admin',
  permission: 'bank:read',
  summary:
    'What each gateway, till and bank account should hold at the end of a month, what it holds, and every naira between',
  query: month,
  answer: moneyMonth,
  errors: [],
});

export const exportMoneyMonth = defineEndpoint({
  method: 'GET',
  path: '/api/staff/money-month.csv',
  access: 'admin',
  permission: 'bank:read',
  summary: 'The month of money as CSV',
  query: month,
  answer: null,
  errors: [],
});

export const api = {
  description: 'Where the provider’s money is at the end of a month.',
  endpoints: { getMoneyMonth, exportMoneyMonth },
  schemas: { namedSum, moneyPlace, moneyWarning, moneyMonth },
};
