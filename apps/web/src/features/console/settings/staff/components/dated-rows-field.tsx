import { lagosDate } from '@portal/kernel/calendar';
import { CircleAlert } from 'lucide-react';
import { useId } from 'react';
import { now } from '../../../../../shared/format/clock.ts';
import { formatDate } from '../../../../../shared/format/date.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { type DatedRow, readRows, writeRows } from '../dated-rows.ts';

export type DatedRowsFieldProps = {
  label: string;
  hint: string | undefined;
  error: string | undefined;
  dayLabel: string;
  /** What is said of a day. */
  textLabel: string;
  /** Names what one row is, for its buttons. */
  rowName: string;
  value: string;
  /** Rows of days that have come stay as they are. */
  published: string | null;
  onChange: (value: string) => void;
};

/** A list of days, each with a text, as rows that can be added and removed. */
export function DatedRowsField({
  label,
  hint,
  error,
  dayLabel,
  textLabel,
  rowName,
  value,
  published,
  onChange,
}: DatedRowsFieldProps) {
  const noteId = useId();
  const rows = readRows(value);
  const today = lagosDate(now());
  const kept = readRows(published ?? '').filter(({ day }) => day <= today);
  const isKept = ({ day }: DatedRow) => kept.some((row) => row.day === day);
  const change = (at: number, part: Partial<DatedRow>) =>
    onChange(writeRows(rows.map((row, index) => (index === at ? { ...row, ...part } : row))));
  return (
    <fieldset aria-describedby={error || hint ? noteId : undefined} className="field">
      <legend className="field-label mb-1.5">{label}</legend>
      {rows.length > 0 && (
        <ul className="border-line border-t">
          {rows.map((row, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a row has no identity while its day is being typed.
            <li key={at} className="border-line border-b py-3">
              {isKept(row) ? (
                <p>
                  <span className="font-semibold">{row.text}</span>{' '}
                  <span className="soft">since {formatDate(row.day)}</span>
                </p>
              ) : (
                <div className="grid grid-cols-[11.5rem_minmax(0,1fr)] items-end gap-3 sm:grid-cols-[1fr_1fr_auto]">
                  <Field
                    label={dayLabel}
                    type="date"
                    value={row.day}
                    min={published === null ? undefined : today}
                    aria-label={`${dayLabel}, ${rowName} ${at + 1}`}
                    onChange={({ currentTarget }) => change(at, { day: currentTarget.value })}
                  />
                  <Field
                    label={textLabel}
                    value={row.text}
                    aria-label={`${textLabel}, ${rowName} ${at + 1}`}
                    onChange={({ currentTarget }) => change(at, { text: currentTarget.value })}
                  />
                  <Button
                    variant="quiet"
                    className="col-span-2 justify-self-start sm:col-span-1"
                    aria-label={`Remove ${rowName} ${at + 1}`}
                    onClick={() => onChange(writeRows(rows.filter((_, index) => index !== at)))}
                  >
                    Remove
                  </Button>
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
      <div className="my-1.5">
        <Button variant="secondary" onClick={() => onChange(writeRows([...rows, { day: '', text: '' }]))}>
          Add a {rowName}
        </Button>
      </div>
      {error ? (
        <p className="field-error" id={noteId} role="alert">
          <CircleAlert />
          {error}
        </p>
      ) : (
        hint && (
          <p className="field-hint" id={noteId}>
            {hint}
          </p>
        )
      )}
    </fieldset>
  );
}
