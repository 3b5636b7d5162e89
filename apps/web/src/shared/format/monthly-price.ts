import { phrase, type Translate } from '../i18n/translate.ts';
import { formatNaira } from './naira.ts';

/** `vatExtra` as the catalogue and the site's facts say it: VAT is not in the price. */
type Priced = { readonly vatExtra?: boolean | undefined };

/** The unit beside a plan's price; to be translated. */
export function perMonth({ vatExtra }: Priced): string {
  return vatExtra ? phrase('a month, plus 7.5% VAT') : phrase('a month');
}

/** A plan's monthly fee as one value: '₦18,600', and that VAT is added where it is. */
export function formatMonthlyFee(t: Translate, { price, vatExtra }: Priced & { readonly price: number }): string {
  const naira = formatNaira(price);
  return vatExtra ? t('{price} plus 7.5% VAT', { price: naira }) : naira;
}
