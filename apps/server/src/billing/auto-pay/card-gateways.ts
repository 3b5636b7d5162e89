import type { Gateway } from '../payments/gateways/gateway.port.ts';

/** A gateway that charges cards again. */
export type CardGateway = Pick<Gateway, 'id' | 'name'> & NonNullable<Gateway['savedCards']>;

/** Those of the configured gateways that charge saved cards. */
export function cardGateways(gateways: readonly Gateway[]): CardGateway[] {
  return gateways.flatMap(({ id, name, savedCards }) => {
    return savedCards ? [{ id, name, ...savedCards }] : [];
  });
}
