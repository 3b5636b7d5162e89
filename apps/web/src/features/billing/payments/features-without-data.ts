import type { PaymentPlan } from '@portal/contract/catalogue/plans';

/**
 * The features without the one that repeats the monthly data, which the payment screen shows
 * separately.
 */
export function featuresWithoutData({ features, data }: PaymentPlan): string[] {
  return features.filter((feature) => !feature.startsWith(data));
}
