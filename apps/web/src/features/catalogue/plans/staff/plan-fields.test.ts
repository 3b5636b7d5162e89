import { planForm, type StaffPlan } from '@portal/contract/catalogue/staff-plans';
import { expect, test } from 'vitest';
import { bodyOf, fieldsOf, NEW_PLAN } from './plan-fields.ts';

const plan: StaffPlan = {
  id: 'a',
  region: 'lagos',
  name: 'Home 20 Mbps',
  speed: '20 Mbps',
  downloadMbps: 20,
  dataLimitGb: 300,
  price: 20_000.5,
  currency: 'NGN',
  type: 'residential',
  features: ['No contract', 'Router included'],
  atLimit: { do: 'slower', downloadMbps: 2, uploadMbps: 1 },
  freeHours: { fromHour: 0, untilHour: 6 },
  sessionsAtOnce: 2,
  sessionRule: 'oldest',
  macLock: true,
  position: 2,
  active: true,
  subscribers: 3,
};

test('a plan that is opened and saved unchanged stays as it is', () => {
  expect(planForm.parse(bodyOf(fieldsOf(plan)))).toEqual({
    region: 'lagos',
    name: 'Home 20 Mbps',
    downloadMbps: 20,
    dataLimitGb: 300,
    price: 20_000.5,
    type: 'residential',
    features: ['No contract', 'Router included'],
    atLimit: { do: 'slower', downloadMbps: 2, uploadMbps: 1 },
    freeHours: { fromHour: 0, untilHour: 6 },
    sessionsAtOnce: 2,
    sessionRule: 'oldest',
    macLock: true,
  });
  expect(bodyOf(fieldsOf({ ...plan, dataLimitGb: null })).dataLimitGb).toBeNull();
});

test('prices are read as people write them, and a text that is no number is not guessed', () => {
  expect(bodyOf({ ...NEW_PLAN, price: ' ₦18,600.50 ', downloadMbps: '1,000' })).toMatchObject({
    price: 18_600.5,
    downloadMbps: 1000,
  });
  for (const typed of ['', 'free', '1e5', '12.3.4', '1250,50', '12,5'])
    expect(bodyOf({ ...NEW_PLAN, price: typed }).price, typed).toBeNaN();
});

test('an empty form names every field that is missing', () => {
  const { error } = planForm.safeParse(bodyOf(NEW_PLAN));
  expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
    ['region', 'Choose a region'],
    ['name', 'Name the plan'],
    ['downloadMbps', 'Enter the speed in Mbps'],
    ['price', 'Enter the price'],
  ]);
});
