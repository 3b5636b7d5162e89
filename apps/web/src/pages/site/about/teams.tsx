import { brand } from '@portal/brand';
import { Briefcase, Cable, Headset, type LucideIcon } from 'lucide-react';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';

type Team = { readonly icon: LucideIcon; readonly name: string; readonly text: string };

const TEAMS: readonly Team[] = [
  { icon: Cable, name: phrase('Network'), text: phrase('Builds and watches the fibre, day and night.') },
  { icon: Headset, name: phrase('Customer care'), text: phrase('Answers calls and messages, {hours}.') },
  {
    icon: Briefcase,
    name: phrase('Business'),
    text: phrase('Plans lines for companies, government and institutions.'),
  },
];

export function Teams() {
  const t = useText();
  return (
    <section aria-labelledby="teams-title">
      <h2 className="h2" id="teams-title">
        {t('Teams')}
      </h2>
      <ul className="rows mt-5 border-ink border-t pt-4">
        {TEAMS.map(({ icon: TeamIcon, name, text }) => (
          <li key={name} className="grid grid-cols-[24px_1fr] gap-x-3.5">
            <TeamIcon className="icon-large text-primary" />
            <h3 className="h3">{t(name)}</h3>
            <p className="soft col-start-2 mt-0.5">{t(text, { hours: brand.claims.support })}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
