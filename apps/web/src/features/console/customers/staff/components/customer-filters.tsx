import { listStaffPlans } from '@portal/contract/catalogue/staff-plans';
import type { CustomerFilter } from '@portal/contract/console/customers';
import { listServiceAreas } from '@portal/contract/network/staff-incidents';
import { SlidersHorizontal, X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useStaffPlans } from '../../../../catalogue/plans/staff/api/list-staff-plans.ts';
import { useServiceAreas } from '../../../../network/areas/staff/api/areas.ts';
import { type FilterName, owingNames, phrasesOf, stateNames } from '../customer-filter.ts';

const options = (names: Readonly<Record<string, string>>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

type CustomerFiltersProps = {
  filter: CustomerFilter;
  onChange: (filter: CustomerFilter) => void;
  /** What else belongs beside the button, such as the saved filters. */
  children: ReactNode;
};

/** By which customers the list is limited: what is chosen, and the fields to choose more. */
export function CustomerFilters({ filter, onChange, children }: CustomerFiltersProps) {
  const may = useMay();
  const id = useId();
  const [open, setOpen] = useState(false);
  const plans = useStaffPlans({ enabled: may(listStaffPlans) }).data ?? [];
  const areas = useServiceAreas({ enabled: may(listServiceAreas) }).data ?? [];
  const phrases = phrasesOf(filter, (id) => plans.find((plan) => plan.id === id)?.name);
  const change = (name: FilterName, value: string) => onChange({ ...filter, [name]: value || undefined });
  const wire = (name: FilterName) => ({
    value: filter[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => change(name, target.value),
  });
  return (
    <div className="mt-4">
      <div className="flex flex-wrap items-center gap-2">
        <Button variant="secondary" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          <SlidersHorizontal className="icon-small" />
          Filters
        </Button>
        {children}
      </div>
      <search
        id={id}
        hidden={!open}
        aria-label="Limit the list"
        className="mt-4 grid grid-cols-2 gap-3 *:min-w-0 max-[350px]:grid-cols-1 md:grid-cols-3 lg:grid-cols-5 [&[hidden]]:hidden [&_input]:min-w-0 [&_input[type=date]]:px-2.5"
      >
        <SelectField label="State" placeholder="Any" options={options(stateNames)} {...wire('state')} />
        {plans.length > 0 && (
          <SelectField
            label="Plan"
            placeholder="Any"
            options={plans.map((plan) => ({ value: plan.id, label: plan.name }))}
            {...wire('plan')}
          />
        )}
        {areas.length > 0 && (
          <SelectField
            label="Area"
            placeholder="Any"
            options={areas.map((area) => ({ value: area, label: area }))}
            {...wire('area')}
          />
        )}
        <TagField key={filter.tag ?? ''} tag={filter.tag ?? ''} onChange={(tag) => change('tag', tag)} />
        <SelectField label="Owing" placeholder="Any" options={options(owingNames)} {...wire('owing')} />
        <Field label="Paid until, from" type="date" {...wire('paidFrom')} />
        <Field label="Paid until, to" type="date" {...wire('paidTo')} />
        <Field label="Joined from" type="date" {...wire('joinedFrom')} />
        <Field label="Joined to" type="date" {...wire('joinedTo')} />
      </search>
      {phrases.length > 0 && (
        <Chips phrases={phrases} onRemove={(name) => change(name, '')} onClear={() => onChange({})} />
      )}
    </div>
  );
}

type ChipsProps = {
  phrases: ReturnType<typeof phrasesOf>;
  onRemove: (name: FilterName) => void;
  onClear: () => void;
};

/** What limits the list, each with a button that takes it away. */
function Chips({ phrases, onRemove, onClear }: ChipsProps) {
  return (
    <ul aria-label="Limited to" className="mt-4 flex flex-wrap items-center gap-2">
      {phrases.map(({ name, text }) => (
        <li key={name} className="staff-tag">
          <span className="pl-3">{bidiIsolate(text)}</span>
          <button type="button" aria-label={`Remove: ${text}`} onClick={() => onRemove(name)}>
            <X className="icon-small" />
          </button>
        </li>
      ))}
      <li>
        <button type="button" className="link min-h-11 px-2" onClick={onClear}>
          Remove all
        </button>
      </li>
    </ul>
  );
}

/** Applied with Enter or when it is left, not with every letter. */
function TagField({ tag, onChange }: { tag: string; onChange: (tag: string) => void }) {
  const apply = (typed: string) => typed.trim() !== tag && onChange(typed.trim());
  return (
    <Field
      label="Tag"
      maxLength={30}
      autoComplete="off"
      defaultValue={tag}
      onBlur={({ target }) => apply(target.value)}
      onKeyDown={(event) => event.key === 'Enter' && apply(event.currentTarget.value)}
    />
  );
}
