import type { CollectingGateway } from '@portal/contract/billing/payments/payments';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { Settlements } from '../payments/gateways/gateway.port.ts';

export type Collecting = Pick<BillingDependencies, 'gateways' | 'intakes'>;

/** Who collects money and pays it out; `settlements` is null where staff import a report of them. */
export type Collector = {
  readonly id: CollectingGateway;
  readonly name: string;
  readonly settlements: Settlements | null;
};

/** The gateways, and a provider of account numbers that is no gateway here: its settlements have no list to read. */
export function listCollectors({ gateways, intakes = [] }: Collecting): Collector[] {
  const others = intakes.filter(({ id }) => !gateways.some((gateway) => gateway.id === id));
  return [...gateways, ...others.map(({ id, name }) => ({ id, name, settlements: null }))];
}
