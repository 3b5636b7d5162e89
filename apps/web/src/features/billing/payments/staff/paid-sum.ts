import { formatExactNaira } from '../../../../shared/format/naira.ts';

type Paid = {
  readonly gateway: string;
  readonly amount: number;
  readonly creditUsed?: number | undefined;
  readonly currency?: string;
};

/** The sum of a payment in a list: what came in, or for one from credit the credit. */
export function paidSum({ gateway, amount, creditUsed = 0, currency = 'NGN' }: Paid): string {
  if (gateway === 'credit') return `credit ${formatExactNaira(amount + creditUsed)}`;
  return currency === 'NGN' ? formatExactNaira(amount) : `${amount.toLocaleString('en-NG')} ${currency}`;
}
