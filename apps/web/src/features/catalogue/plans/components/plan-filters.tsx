import { Building2, House, MapPin, Store } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatRegion } from '../../../../shared/format/region.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { type PlanFilter, type PlanSectionId, planSections } from '../plan-sections.ts';

const ICONS: Record<PlanSectionId, typeof House> = { home: House, sme: Store, business: Building2 };

export type PlanFiltersProps = {
  filter: PlanFilter;
  regions: readonly string[];
  onChange: (filter: PlanFilter) => void;
};

/** Two rows of chips: kind of customer, and region where there is more than one. */
export function PlanFilters({ filter, regions, onChange }: PlanFiltersProps) {
  const t = useText();
  return (
    <div className="grid gap-2.5">
      <fieldset className="chips">
        <legend className="sr-only">{t('Filter plans')}</legend>
        <Chip on={filter.section === null} onClick={() => onChange({ ...filter, section: null })}>
          {t('All')}
        </Chip>
        {planSections.map((section) => {
          const SectionIcon = ICONS[section.id];
          return (
            <Chip
              key={section.id}
              on={filter.section === section.id}
              onClick={() => onChange({ ...filter, section: section.id })}
            >
              <SectionIcon className="icon-small max-[30rem]:hidden" />
              {t(section.title)}
            </Chip>
          );
        })}
      </fieldset>
      {regions.length > 1 && (
        <fieldset className="chips">
          <legend className="sr-only">{t('Filter by area')}</legend>
          <Chip on={filter.region === null} onClick={() => onChange({ ...filter, region: null })}>
            {t('All areas')}
          </Chip>
          {regions.map((region) => (
            <Chip key={region} on={filter.region === region} onClick={() => onChange({ ...filter, region })}>
              <MapPin className="icon-small max-[30rem]:hidden" />
              {formatRegion(region)}
            </Chip>
          ))}
        </fieldset>
      )}
    </div>
  );
}

function Chip({ on, onClick, children }: { on: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className="chip" aria-pressed={on} onClick={onClick}>
      {children}
    </button>
  );
}
