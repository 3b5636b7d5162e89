import type { DirectDebit } from '../payments/gateways/direct-debit.port.ts';
import type { Gateway } from '../payments/gateways/gateway.port.ts';

export type DirectDebitGateway = Pick<Gateway, 'id' | 'name'> & { readonly directDebit: DirectDebit };

/** The gateways with bank mandates: the first is used for new ones. */
export function directDebitGateways(gateways: readonly Gateway[]): DirectDebitGateway[] {
  return gateways.flatMap(({ id, name, directDebit }) => (directDebit ? [{ id, name, directDebit }] : []));
}
