import type { ReactNode } from 'react';
import { OutOfDate, type OutOfDateProps } from '../../../features/catalogue/plans/components/out-of-date.tsx';
import { useText } from '../../../shared/i18n/use-text.ts';
import type { City, CityOffer } from './city-offer.ts';

/** Specification section 9: the catalogue as it was sold first. */
const OFFERS: Readonly<Record<City, CityOffer>> = {
  lagos: { speedRange: '10-100 Mbps', startingPrice: 15000 },
  abuja: { speedRange: '20-150 Mbps', startingPrice: 20000 },
};

type FirstOffersProps = Pick<OutOfDateProps, 'query'> & {
  children: (offerIn: (city: City) => CityOffer) => ReactNode;
};

/** Fallback prices, which are always shown with a note that they may be out of date. */
export function FirstOffers({ query, children }: FirstOffersProps) {
  const t = useText();
  return (
    <>
      <OutOfDate query={query} note={t('These prices may be out of date.')} />
      {children((city) => OFFERS[city])}
    </>
  );
}
