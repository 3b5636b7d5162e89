import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { expect, it } from 'vitest';
import { upcomingChange } from './upcoming-change.ts';

const NOW = new Date('2026-07-04T08:00:00Z');

const subscription = (fields: Partial<SubscriptionView>): SubscriptionView => ({
  id: '1',
  planId: 'home-10',
  planName: 'Home 10',
  status: 'active',
  startDate: '2026-06-20T08:00:00Z',
  nextBillingDate: '2026-07-20T08:00:00Z',
  monthlyFee: 15_000,
  scheduledPlanId: 'home-20',
  autoPay: false,
  ...fields,
});

const t = (text: string, values: Record<string, unknown> = {}) =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));

it.each([
  ['a paid line by the day', {}, 'Home 20 starts on 20 July 2026.'],
  [
    'an overdue line by the payment',
    { nextBillingDate: '2026-07-03T08:00:00Z' },
    'Home 20 starts with your next payment.',
  ],
  [
    'a suspended line by the payment',
    { status: 'suspended', nextBillingDate: '2026-06-30T08:00:00Z' },
    'Home 20 starts with your next payment.',
  ],
] as const)('says when a change takes effect: of %s', (_line, fields, sentence) => {
  expect(upcomingChange(t, 'Home 20', subscription(fields), NOW)).toBe(sentence);
});
