import type { ServicePlan } from '@portal/contract/catalogue/plans';

function plan(id: string, name: string, type: ServicePlan['type'], mbps: number, price: number): ServicePlan {
  return {
    id,
    region: '',
    name,
    speed: `${mbps} Mbps`,
    downloadMbps: mbps,
    price,
    currency: 'NGN',
    type,
    features: [],
  };
}

/**
 * Specification section 9: shown when the catalogue cannot be fetched. Prices may be out of date
 * and no region is known, so these plans are for reading only.
 */
export const fallbackPlans: readonly ServicePlan[] = [
  plan('home-10mbps', 'Home 10 Mbps', 'residential', 10, 18_600),
  plan('home-20mbps', 'Home 20 Mbps', 'residential', 20, 20_000),
  plan('home-50mbps', 'Home 50 Mbps', 'residential', 50, 35_000),
  plan('sme-10mbps', 'SME 10 Mbps', 'sme', 10, 20_000),
  plan('sme-20mbps', 'SME 20 Mbps', 'sme', 20, 40_000),
  plan('sme-40mbps', 'SME 40 Mbps', 'sme', 40, 65_000),
  plan('business-triple-play-10mbps', 'Business Triple Play 10 Mbps', 'business', 10, 151_250),
  plan('business-triple-play-20mbps', 'Business Triple Play 20 Mbps', 'business', 20, 310_750),
  plan('business-triple-playx-50mbps', 'Business Triple PlayX 50 Mbps', 'business', 50, 615_450),
  plan('business-triple-playx-100mbps', 'Business Triple PlayX 100 Mbps', 'business', 100, 1_015_850),
];
