import type { ServicePlan } from '@portal/contract/catalogue/plans';
import { Check } from 'lucide-react';
import { perMonth } from '../../../../shared/format/monthly-price.ts';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { formatRegion } from '../../../../shared/format/region.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import { TickList } from '../../../../shared/ui/layout/tick-list.tsx';

/** Specification section 2: the first three features of each plan are shown. */
const FEATURES_SHOWN = 3;

export type OtherPlanCardProps = { plan: ServicePlan; selected: boolean; onSelect: (plan: ServicePlan) => void };

/** A plan to change to, as one of a group of radio buttons. */
export function OtherPlanCard({ plan, selected, onSelect }: OtherPlanCardProps) {
  const t = useText();
  const features = plan.features.slice(0, FEATURES_SHOWN).map((feature) => t(feature));
  return (
    <label
      className={classNames(
        'panel relative flex cursor-pointer flex-col gap-4 has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)] has-focus-visible:outline-offset-2',
        selected ? 'panel-selected' : 'hover:border-line-strong',
      )}
    >
      <input
        type="radio"
        name="other-plan"
        className="absolute inset-0 cursor-pointer opacity-0"
        checked={selected}
        onChange={() => onSelect(plan)}
      />
      <span className="flex items-start justify-between gap-3">
        <span>
          <span className="h3 block">{plan.name}</span>
          <span className="soft small">
            {t('{region}, up to {speed} Mbps', { region: formatRegion(plan.region), speed: plan.downloadMbps })}
          </span>
        </span>
        <span
          className={classNames(
            'grid size-6.5 flex-none place-items-center rounded-full border-[1.5px]',
            selected ? 'border-primary bg-primary' : 'border-line-strong',
          )}
          aria-hidden="true"
        >
          {selected && <Check className="icon-small text-on-primary" />}
        </span>
      </span>
      {features.length > 0 && <TickList items={features} />}
      <span className="mt-auto border-line border-t pt-4">
        <span className="font-semibold text-[1.25rem] tracking-[-0.02em]">{formatNaira(plan.price)}</span>{' '}
        <span className="soft small">{perMonth(t, plan)}</span>
      </span>
    </label>
  );
}
