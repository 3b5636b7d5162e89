import type { Gateway } from '../payments/gateways/gateway.port.ts';

/** A gateway that can charge saved cards. */
export type CardGateway = Pick<Gateway, 'id' | 'name' | 'largestKobo'> & NonNullable<Gateway['savedCards']>;

/** The configured gateways that can charge saved cards. */
export function cardGateways(gateways: readonly Gateway[]): CardGateway[] {
  return gateways.flatMap(({ id, name, largestKobo, savedCards }) => {
    return savedCards ? [{ id, name, largestKobo, ...savedCards }] : [];
  });
}
