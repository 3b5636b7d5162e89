import { CircleAlert } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';

/** The initial values of the fields. */
export const NO_FACTS = {
  what: '',
  systems: '',
  persons: '',
  data: '',
  measures: '',
  isCyberIncident: true,
  hasPersonalData: false,
  isHighRisk: false,
};

const TEXTS = [
  { name: 'what', label: 'What happened', rows: 4, maxLength: 4000 },
  { name: 'systems', label: 'Systems', rows: 2, maxLength: 1000 },
  { name: 'persons', label: 'Persons affected: who, and how many', rows: 2, maxLength: 1000 },
  { name: 'data', label: 'Data affected', rows: 2, maxLength: 1000 },
  { name: 'measures', label: 'Measures taken', rows: 3, maxLength: 4000 },
] as const;

const ANSWERS = [
  { name: 'isCyberIncident', label: 'It is a cyber incident: the NCC has to be told' },
  { name: 'hasPersonalData', label: 'Personal data are concerned: the NDPC has to be told' },
  { name: 'isHighRisk', label: 'With a high risk for the persons: they have to be told at once' },
] as const;

type Field = UseFormRegisterReturn & { error: string | undefined };

/** All that is known of an incident; the three answers decide who has to be told. */
export function FactsFields({ field }: { field: (name: keyof typeof NO_FACTS) => Field }) {
  return (
    <>
      {TEXTS.map(({ name, label, rows, maxLength }) => (
        <TextAreaField key={name} label={label} rows={rows} maxLength={maxLength} {...field(name)} />
      ))}
      <fieldset className="min-w-0">
        <legend className="field-label">Who has to be told</legend>
        {ANSWERS.map(({ name, label }) => {
          const { error, ...input } = field(name);
          return (
            <label key={name} className="flex min-h-11 items-center gap-3">
              <input type="checkbox" className="size-5 flex-none accent-primary" {...input} />
              {label}
              {error && <CircleAlert aria-label={error} />}
            </label>
          );
        })}
      </fieldset>
    </>
  );
}
