import type { Translate } from '../i18n/translate.ts';
import { formatNaira } from './naira.ts';

/** As the catalogue and the site's facts say it: VAT is not in the price. It was 7.5% before they said how much. */
type Priced = { readonly vatExtra?: boolean | undefined; readonly vatPercent?: number | undefined };

/** The unit beside a plan's price. */
export function perMonth(t: Translate, { vatExtra, vatPercent = 7.5 }: Priced): string {
  return vatExtra ? t('a month, plus {vatPercent}% VAT', { vatPercent }) : t('a month');
}

/** A plan's monthly fee as one value: '₦18,600', and that VAT is added where it is. */
export function formatMonthlyFee(
  t: Translate,
  { price, vatExtra, vatPercent = 7.5 }: Priced & { readonly price: number },
): string {
  const naira = formatNaira(price);
  return vatExtra ? t('{price} plus {vatPercent}% VAT', { price: naira, vatPercent }) : naira;
}
