import { importFields } from '@portal/contract/console/import-fields';
import type { ColumnRead, ImportDetail } from '@portal/contract/console/imports';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { readingLabel, readValue } from '../import-labels.ts';

export type ReadingChoiceProps = {
  run: ImportDetail;
  /** What was chosen since the check, by field. */
  chosen: Readonly<Record<string, string>>;
  onChoose: (field: string, reading: string) => void;
};

/** How the amounts and dates of each column were read, by an example, with the other way to read them. */
export function ReadingChoice({ run: { kind, readings }, chosen, onChoose }: ReadingChoiceProps) {
  const read = importFields[kind].flatMap(({ field, label }) => {
    const reading = readings[field];
    return reading && reading.example !== null ? [{ field, label, reading, example: reading.example }] : [];
  });
  if (read.length === 0) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="h3 mb-3">Amounts and dates</legend>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {read.map(({ field, label, reading, example }) => (
          <SelectField
            key={field}
            label={label}
            {...(reading.as === null && { placeholder: 'Choose how it is written' })}
            options={reading.ways.map(({ as }) => ({ value: as, label: readingLabel[as] }))}
            hint={explain(example, reading, chosen[field] ?? reading.as)}
            error={reading.as === null && chosen[field] === undefined ? bothWays(example, reading) : undefined}
            value={chosen[field] ?? reading.as ?? ''}
            onChange={({ target }) => target.value && onChoose(field, target.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}

function explain(example: string, { ways }: ColumnRead, as: string | null): string {
  const value = ways.find((way) => way.as === as)?.value ?? null;
  return value === null ? `“${example}” cannot be read like this` : `“${example}” is ${readValue(value)}`;
}

function bothWays(example: string, { ways }: ColumnRead): string {
  const values = ways.flatMap(({ value }) => (value === null ? [] : [readValue(value)]));
  return values.length > 1 ? `“${example}” may be ${values.join(' or ')}` : `“${example}” may be meant otherwise`;
}
