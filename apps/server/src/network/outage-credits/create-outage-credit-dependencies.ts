import { giveTimeBack, type RenewalParts } from '../../billing/index.ts';
import type { CompensationParts } from './credit-outages.ts';

/** The functions that features owe to giving back the time of an outage. */
export function createCompensationParts(renewals: RenewalParts): CompensationParts {
  const { database, clock, notify, announceChange } = renewals;
  return {
    ...{ database, clock, notify, announceChange },
    giveTimeBack: (tx, losses, now) => giveTimeBack(renewals, tx, losses, now),
  };
}
