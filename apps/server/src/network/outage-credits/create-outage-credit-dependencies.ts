import { extendForOutage } from '../../billing/index.ts';
import type { OutageCreditDependencies } from './credit-outages.ts';

/** Outage credits extend the subscriptions of billing. */
export function createOutageCreditDependencies(
  deps: Omit<OutageCreditDependencies, 'extendForOutage'>,
): OutageCreditDependencies {
  return { ...deps, extendForOutage };
}
