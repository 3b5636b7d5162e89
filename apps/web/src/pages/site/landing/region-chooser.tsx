import type { listServicePlans } from '@portal/contract/catalogue/plans';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ComponentType, Suspense, useState } from 'react';
import { perMonth } from '../../../shared/format/monthly-price.ts';
import { formatNaira } from '../../../shared/format/naira.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useSiteFacts } from '../../../shared/site/site-facts.ts';
import { lazyComponent } from '../../../shared/ui/async/lazy-component.tsx';
import { LoadingAnnouncement } from '../../../shared/ui/async/loading-announcement.tsx';
import { Skeleton } from '../../../shared/ui/async/skeleton.tsx';
import { ButtonLink } from '../../../shared/ui/button/button-link.tsx';
import { AbujaArt, LagosArt } from './city-art.tsx';
import { type City, type CityOffer, offerOf } from './city-offer.ts';

type Region = {
  id: City;
  name: string;
  description: string;
  art: ComponentType;
};

/** Specification section 3. */
const REGIONS: readonly Region[] = [
  { id: 'lagos', name: 'Lagos', description: phrase('Commercial Hub'), art: LagosArt },
  { id: 'abuja', name: 'Abuja', description: phrase('Federal Capital'), art: AbujaArt },
];

const FirstOffers = lazyComponent(async () => (await import('./first-offers.tsx')).FirstOffers);

const ADDRESS: typeof listServicePlans.path = '/api/service-plans';
/**
 * The offers that the page was rendered from. Only a page without them fetches them, with code that
 * the landing page does not load at first.
 */
const plansQuery = {
  queryKey: [ADDRESS],
  queryFn: async () =>
    (await import('../../../features/catalogue/plans/api/list-service-plans.ts')).fetchServicePlans(),
};

/** One city can be picked; View Plans leads to that city's plans. */
export function RegionChooser() {
  const t = useText();
  const [chosen, setChosen] = useState<City>('abuja');
  const catalogue = useQuery(plansQuery);
  const plans = catalogue.data;
  /** Without `offerIn` the offers are loading. */
  const cards = (offerIn?: (city: City) => CityOffer | null) => (
    <div className="regions" role="radiogroup" aria-label={t('Region')}>
      {REGIONS.map((region) => (
        <RegionCard
          key={region.id}
          region={region}
          offer={offerIn?.(region.id)}
          chosen={region.id === chosen}
          onChoose={() => setChosen(region.id)}
        />
      ))}
    </div>
  );
  return (
    <section className="section" aria-labelledby="regions-title">
      <div className="wrap">
        <div className="intro">
          <h2 className="h1" id="regions-title">
            {t('Choose your city')}
          </h2>
          <p className="lead">{t('Prices and speeds differ by city. Pick yours.')}</p>
        </div>
        {catalogue.isLoadingError ? (
          <Suspense fallback={cards()}>
            <FirstOffers query={catalogue}>{cards}</FirstOffers>
          </Suspense>
        ) : (
          cards(plans && ((city) => offerOf(city, plans)))
        )}
      </div>
    </section>
  );
}

type RegionCardProps = {
  region: Region;
  offer: CityOffer | null | undefined;
  chosen: boolean;
  onChoose: () => void;
};

function RegionCard({ region, offer, chosen, onChoose }: RegionCardProps) {
  const t = useText();
  const Art = region.art;
  const inputId = `region-${region.id}`;
  return (
    <div className="region">
      <input type="radio" name="region" id={inputId} checked={chosen} onChange={onChoose} />
      <span className="pick">
        <Check />
      </span>
      <Art />
      <div className="region-text">
        <label className="region-name" htmlFor={inputId}>
          <span className="h2">{region.name}</span>
          <span className="soft">{t(region.description)}</span>
        </label>
        <div className="region-foot">
          <Offer offer={offer} />
          <ButtonLink
            to={`/plans?region=${region.id}`}
            variant={chosen ? 'primary' : 'secondary'}
            aria-label={`${t('View Plans')}, ${region.name}`}
          >
            {t('View Plans')}
          </ButtonLink>
        </div>
      </div>
    </div>
  );
}

function Offer({ offer }: Pick<RegionCardProps, 'offer'>) {
  const t = useText();
  const facts = useSiteFacts();
  if (offer === null) return <p className="small soft">{t('No plans available')}</p>;
  return (
    <div>
      <p className="region-price">
        {offer ? (
          formatNaira(offer.startingPrice)
        ) : (
          <LoadingAnnouncement>
            <Skeleton className="h-lh w-28" />
          </LoadingAnnouncement>
        )}
      </p>
      <p className="small soft">
        {offer ? `${perMonth(t, { ...facts, ...offer })}, ${offer.speedRange}` : <Skeleton className="h-lh w-40" />}
      </p>
    </div>
  );
}
