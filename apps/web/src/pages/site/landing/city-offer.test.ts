import { expect, test } from 'vitest';
import { offerOf } from './city-offer.ts';

const plan = (region: string, price: number, downloadMbps: number) => ({ region, price, downloadMbps });

test('a city’s price is that of its cheapest plan, and its speed the range of its plans', () => {
  const plans = [plan('lagos', 30_000, 100), plan('lagos', 18_600, 20), plan('abuja', 9_000, 5)];
  expect(offerOf('lagos', plans)).toEqual({ startingPrice: 18_600, speedRange: '20-100 Mbps' });
  expect(offerOf('abuja', plans)).toEqual({ startingPrice: 9_000, speedRange: '5 Mbps' });
});

test('a city’s price excludes VAT where that of its plans does', () => {
  const plans = [
    { ...plan('lagos', 30_000, 100), vatExtra: true as const },
    { ...plan('lagos', 18_600, 20), vatExtra: true as const },
  ];
  expect(offerOf('lagos', plans)?.vatExtra).toBe(true);
});

test('a city without a plan has no price', () => {
  expect(offerOf('abuja', [plan('lagos', 30_000, 100)])).toBeNull();
});
