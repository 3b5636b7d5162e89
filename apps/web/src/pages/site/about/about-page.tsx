import { brand } from '@portal/brand';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Commitments } from './commitments.tsx';
import { Office } from './office.tsx';
import { Teams } from './teams.tsx';

/** Specification section 2, About page. All figures are the brand's own claims. */
export function AboutPage() {
  const t = useText();
  return (
    <>
      <div className="wrap pt-8 lg:pt-16">
        <h1 className="display text-[clamp(2.5rem,2rem+3.2vw,4.5rem)]!">
          {t('About {provider}', { provider: brand.name })}
        </h1>
        <p className="lead mt-4 max-w-[34em]">
          {t('We bring fibre internet to homes, businesses and government, from {city}. Established {date}.', {
            city: brand.address.city,
            date: brand.claims.established,
          })}
        </p>
        <CompanyStats />
      </div>
      <Commitments />
      <div className="wrap grid gap-12 pb-16 lg:grid-cols-[7fr_5fr] lg:gap-20 lg:pb-24">
        <Teams />
        <Office />
      </div>
    </>
  );
}

function CompanyStats() {
  const t = useText();
  const stats = [
    { name: t('Max speed'), value: brand.claims.maxSpeed },
    { name: t('Support'), value: brand.claims.support },
    { name: t('Users'), value: brand.claims.users },
    { name: t('Cities'), value: brand.claims.cities },
    { name: t('States'), value: brand.claims.states },
  ];
  return (
    <dl className="mt-10 grid grid-cols-2 gap-x-6 gap-y-8 border-ink border-t pt-6 sm:grid-cols-3 lg:grid-cols-5">
      {stats.map((stat) => (
        <div key={stat.name} className="flex flex-col-reverse justify-end gap-1 max-sm:first:col-span-full">
          <dt className="soft">{stat.name}</dt>
          <dd className="fig">{stat.value}</dd>
        </div>
      ))}
    </dl>
  );
}
