import { brand } from '@portal/brand';
import { ButtonLink } from '../shared/ui/button-link.tsx';
import { RuledList } from '../shared/ui/ruled-list.tsx';
import { LegalSections } from './about/legal-sections.tsx';

const STATS = [
  { name: 'Max speed', value: brand.claims.maxSpeed },
  { name: 'Uptime', value: brand.claims.uptime },
  { name: 'Cities', value: brand.claims.cities },
  { name: 'Users', value: brand.claims.users },
];

const VALUES = [
  { name: 'Say the number', text: 'Speeds, prices and dates are stated as figures, before anything else.' },
  { name: 'Own the fault', text: 'When a line fails, one person follows it from the first call to the fix.' },
  { name: 'Leave the door open', text: 'No plan is a trap: change it yourself when your needs change.' },
];

const TEAMS = [
  { name: 'Network', text: 'Builds and watches the fibre, day and night.' },
  { name: 'Customer care', text: `Answers calls and messages, ${brand.claims.support}.` },
  { name: 'Business', text: 'Plans lines for companies, government and institutions.' },
];

export function AboutPage() {
  return (
    <>
      <div className="wrap py-10 lg:pt-20 lg:pb-12">
        <h1 className="h1">About {brand.name}</h1>
        <p className="lead mt-4 max-w-[34em]">
          We bring fibre internet to homes, businesses and government, from {brand.address.city}. Established{' '}
          {brand.claims.established}.
        </p>
        <dl className="mt-10 grid grid-cols-2 gap-6 border-t border-ink pt-6 md:grid-cols-4">
          {STATS.map((stat) => (
            <div key={stat.name} className="flex flex-col-reverse justify-end">
              <dt className="soft">{stat.name}</dt>
              <dd className="fig">{stat.value}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="wrap grid gap-12 pb-20 lg:grid-cols-[7fr_5fr] lg:gap-20">
        <div className="grid content-start gap-12">
          <section aria-labelledby="mission-title">
            <h2 className="h2" id="mission-title">
              Our mission
            </h2>
            <p className="lead mt-4 max-w-[34em]">
              A line of glass to every door, at a price that is known before it is paid, and a person who answers.
            </p>
            <ButtonLink to="/plans" className="mt-5">
              View Plans
            </ButtonLink>
          </section>
          <NamedList id="values" title="What we hold to" items={VALUES} />
          <NamedList id="teams" title="Teams" items={TEAMS} />
        </div>
        <section className="content-start border-t border-ink pt-5" aria-labelledby="office-title">
          <h2 className="h3" id="office-title">
            Office
          </h2>
          <RuledList
            className="mt-3"
            facts={[
              { label: 'Company', value: brand.legalName },
              { label: 'Address', value: `${brand.address.street}, ${brand.address.district}, ${brand.address.city}` },
              { label: 'Open', value: brand.officeHours },
              {
                label: 'Telephone',
                value: (
                  <a className="link" href={brand.phone.href}>
                    {brand.phone.label}
                  </a>
                ),
              },
            ]}
          />
        </section>
      </div>
      <LegalSections />
    </>
  );
}

type NamedListProps = { id: string; title: string; items: readonly { name: string; text: string }[] };

function NamedList({ id, title, items }: NamedListProps) {
  return (
    <section aria-labelledby={`${id}-title`}>
      <h2 className="h2" id={`${id}-title`}>
        {title}
      </h2>
      <ul className="rows mt-5 border-t border-ink pt-5">
        {items.map((item) => (
          <li key={item.name}>
            <h3 className="h3">{item.name}</h3>
            <p className="soft mt-1">{item.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
