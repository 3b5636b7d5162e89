import { importFields } from '@portal/contract/console/import-fields';
import type { ImportDetail } from '@portal/contract/console/imports';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';

export type ColumnChoiceProps = {
  run: ImportDetail;
  /** What was chosen since the check: the header of a field, empty for none. */
  chosen: Readonly<Record<string, string>>;
  onChoose: (field: string, header: string) => void;
};

/** Which column of the file each field is read from. */
export function ColumnChoice({ run: { kind, headers, columns }, chosen, onChoose }: ColumnChoiceProps) {
  const options = [...new Set(headers)].filter((header) => header !== '');
  return (
    <fieldset className="min-w-0">
      <legend className="h3 mb-3">Columns</legend>
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {importFields[kind].map(({ field, label, isRequired }) => (
          <SelectField
            key={field}
            label={isRequired ? label : `${label} (optional)`}
            placeholder="Not in the file"
            options={options.map((header) => ({ value: header, label: header }))}
            value={chosen[field] ?? columns[field] ?? ''}
            onChange={({ target }) => onChoose(field, target.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
