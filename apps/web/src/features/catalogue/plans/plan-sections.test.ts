import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { expect, test } from 'vitest';
import { inEnglish } from '../../../shared/i18n/translate.ts';
import { salesMessage } from '../sales-requests/sales-message.ts';
import { fallbackPlans } from './fallback-plans.ts';
import { arrangePlans, isTriplePlay, readPlanFilter, regionsOf } from './plan-sections.ts';
import { planStatus } from './plan-status.ts';

function plan(id: string, type: ServicePlan['type'], region: string): ServicePlan {
  return {
    id,
    region,
    name: id,
    speed: '10 Mbps',
    downloadMbps: 10,
    price: 1,
    currency: 'NGN',
    type,
    features: [],
    atLimit: { do: 'nothing' },
  };
}

const plans = [
  plan('h1', 'residential', 'lagos'),
  plan('b1', 'enterprise', 'abuja'),
  plan('h2', 'residential', 'abuja'),
];

test('Plans stand under Home, SME and Business in the order of the catalogue, and empty headings are left out', () => {
  const sections = arrangePlans(plans, { section: null, region: null });
  expect(sections.map(({ section, plans: found }) => [section.id, found.map(({ id }) => id)])).toEqual([
    ['home', ['h1', 'h2']],
    ['business', ['b1']],
  ]);
});

test('A visitor sees only the chosen region and kind', () => {
  const sections = arrangePlans(plans, { section: 'home', region: 'abuja' });
  expect(sections.flatMap((section) => section.plans.map(({ id }) => id))).toEqual(['h2']);
  expect(arrangePlans(plans, { section: 'sme', region: null })).toEqual([]);
});

test('A region card of the landing page preselects its region, and an unknown one hides nothing', () => {
  const regions = regionsOf(plans);
  expect(regions).toEqual(['lagos', 'abuja']);
  expect(readPlanFilter(new URLSearchParams('region=lagos'), regions)).toEqual({ section: null, region: 'lagos' });
  expect(readPlanFilter(new URLSearchParams('region=kano&type=moon'), regions)).toEqual({
    section: null,
    region: null,
  });
});

test('Triple play plans are badged Business whatever the case of their name', () => {
  expect(isTriplePlay('Business Triple PlayX 50 Mbps')).toBe(true);
  expect(isTriplePlay('TRIPLE PLAY')).toBe(true);
  expect(isTriplePlay('Home 50 Mbps')).toBe(false);
});

test('The built-in list for a lost connection has the ten plans and prices of the specification', () => {
  expect(fallbackPlans.map(({ price }) => price)).toEqual([
    18_600, 20_000, 35_000, 20_000, 40_000, 65_000, 151_250, 310_750, 615_450, 1_015_850,
  ]);
  expect(new Set(fallbackPlans.map(({ id }) => id)).size).toBe(10);
  expect(fallbackPlans.slice(0, 6).map(({ id }) => id)).toEqual([
    'home-10mbps',
    'home-20mbps',
    'home-50mbps',
    'sme-10mbps',
    'sme-20mbps',
    'sme-40mbps',
  ]);
});

test('A customer sees their own plan, the one they still have to pay, and the one they change to', () => {
  const mine: SubscriptionView = {
    id: 's',
    planId: 'h1',
    planName: 'h1',
    status: 'active',
    startDate: null,
    nextBillingDate: null,
    monthlyFee: 1,
    scheduledPlanId: 'h2',
    autoPay: false,
  };
  const statuses = (subscription: SubscriptionView | null) => plans.map((each) => planStatus(each, subscription));
  expect(statuses(mine)).toEqual(['being-left', 'open', 'scheduled']);
  expect(statuses({ ...mine, scheduledPlanId: null })).toEqual(['current', 'open', 'open']);
  expect(statuses({ ...mine, status: 'pending', scheduledPlanId: null })).toEqual(['awaiting-payment', 'open', 'open']);
  expect(statuses(null)).toEqual(['open', 'open', 'open']);
});

test('A request to sales starts with the filters the visitor had chosen', () => {
  const english = inEnglish;
  expect(salesMessage('quote', { section: 'business', region: 'abuja' }, english)).toBe(
    'Please send me a quote for Business plans in Abuja.',
  );
  expect(salesMessage('contact-sales', { section: null, region: null }, english)).toBe(
    'Please contact me about a fibre connection.',
  );
});

test('While the plans are loading the two regions can already be chosen', () => {
  expect(regionsOf(undefined)).toEqual(['lagos', 'abuja']);
  expect(regionsOf(fallbackPlans)).toEqual([]);
});
