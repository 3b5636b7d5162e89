import type { listServicePlans } from '@portal/contract/plan';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { perMonth } from '../../shared/format/monthly-price.ts';
import { formatNaira } from '../../shared/format/naira.ts';
import { phrase } from '../../shared/i18n/translate.ts';
import { useText } from '../../shared/i18n/use-text.ts';
import { useSiteFacts } from '../../shared/site/site-facts.ts';
import { ButtonLink } from '../../shared/ui/button-link.tsx';
import { AbujaArt, LagosArt } from './city-art.tsx';
import { type CityOffer, offerOf } from './city-offer.ts';

type Region = CityOffer & {
  id: 'lagos' | 'abuja';
  name: string;
  description: string;
  art: ComponentType;
};

/** Specification sections 3 and 9. Prices and speeds are those of the catalogue as it was sold first: said only until the present one is there. */
const REGIONS: readonly Region[] = [
  {
    id: 'lagos',
    name: 'Lagos',
    description: phrase('Commercial Hub'),
    speedRange: '10-100 Mbps',
    startingPrice: 15000,
    art: LagosArt,
  },
  {
    id: 'abuja',
    name: 'Abuja',
    description: phrase('Federal Capital'),
    speedRange: '20-150 Mbps',
    startingPrice: 20000,
    art: AbujaArt,
  },
];

const ADDRESS: typeof listServicePlans.path = '/api/service-plans';
/** As the page was drawn from it. Only a page that was not asks the server, with code that the landing page does not start with. */
const plansQuery = {
  queryKey: [ADDRESS],
  queryFn: async () => (await import('../../features/plan/api/list-service-plans.ts')).fetchServicePlans(),
};

/** One city can be picked; View Plans leads to that city's plans. */
export function RegionChooser() {
  const t = useText();
  const [chosen, setChosen] = useState<Region['id']>('abuja');
  return (
    <section className="section" aria-labelledby="regions-title">
      <div className="wrap">
        <div className="intro">
          <h2 className="h1" id="regions-title">
            {t('Choose your city')}
          </h2>
          <p className="lead">{t('Prices and speeds differ by city. Pick yours.')}</p>
        </div>
        <div className="regions" role="radiogroup" aria-label={t('Region')}>
          {REGIONS.map((region) => (
            <RegionCard
              key={region.id}
              region={region}
              chosen={region.id === chosen}
              onChoose={() => setChosen(region.id)}
            />
          ))}
        </div>
      </div>
    </section>
  );
}

type RegionCardProps = { region: Region; chosen: boolean; onChoose: () => void };

function RegionCard({ region, chosen, onChoose }: RegionCardProps) {
  const t = useText();
  const facts = useSiteFacts();
  const { data: plans } = useQuery(plansQuery);
  const offer = plans ? offerOf(region.id, plans) : region;
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
          <div>
            {offer && <p className="region-price">{formatNaira(offer.startingPrice)}</p>}
            <p className="small soft">
              {offer ? `${t(perMonth({ ...facts, ...offer }))}, ${offer.speedRange}` : t('No plans available')}
            </p>
          </div>
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
