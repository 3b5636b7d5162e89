import type { ServicePlan } from '@portal/contract/catalogue/plans';

export type City = 'lagos' | 'abuja';

export type CityOffer = {
  readonly speedRange: string;
  /** Naira a month for the cheapest plan. */
  readonly startingPrice: number;
  /** VAT is not in the price. */
  readonly vatExtra?: true | undefined;
  readonly vatPercent?: number | undefined;
};

/** The lowest price and the speeds of a city's plans; null without a plan. */
export function offerOf(
  city: string,
  plans: readonly Pick<ServicePlan, 'region' | 'price' | 'downloadMbps' | 'vatExtra' | 'vatPercent'>[],
): CityOffer | null {
  const sold = plans.filter(({ region }) => region === city);
  if (sold.length === 0) return null;
  const speeds = sold.map(({ downloadMbps }) => downloadMbps);
  const [slowest, fastest] = [Math.min(...speeds), Math.max(...speeds)];
  return {
    vatExtra: sold[0]?.vatExtra,
    vatPercent: sold[0]?.vatPercent,
    startingPrice: Math.min(...sold.map(({ price }) => price)),
    speedRange: `${slowest === fastest ? '' : `${slowest}-`}${fastest} Mbps`,
  };
}
