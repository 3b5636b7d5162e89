import { lazy } from './lazy.ts';

const whole = lazy(
  () => new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', maximumFractionDigits: 0 }),
);
const exact = lazy(() => new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN' }));

/** An amount in naira: '₦18,600', no decimals (specification section 1). */
export function formatNaira(naira: number): string {
  return whole().format(naira);
}

/**
 * Naira with kobo where there are any: '₦16,740.50', else '₦18,600'. For lines of a bill that must
 * add up.
 */
export function formatExactNaira(naira: number): string {
  return Number.isInteger(naira) ? whole().format(naira) : exact().format(naira);
}
