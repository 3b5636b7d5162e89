import { extendForOutage, type RenewalDependencies } from '../../billing/index.ts';
import type { OutageCreditDependencies } from './credit-outages.ts';

/** The functions that features owe to giving back the time of an outage. */
export function createOutageCreditDependencies(renewals: RenewalDependencies): OutageCreditDependencies {
  const { database, clock, notify, publishLiveUpdate } = renewals;
  return {
    ...{ database, clock, notify, publishLiveUpdate },
    extendForOutage: (tx, losses, now) => extendForOutage(renewals, tx, losses, now),
  };
}
