import { useText } from '../../../../shared/i18n/use-text.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { type StatementRange, statementDocument } from '../statement-range.ts';

type StatementDaysProps = {
  range: StatementRange;
  onRange: (range: StatementRange) => void;
  /** The address of the statement, below which its documents are. */
  path: string;
};

/** The days of a statement, and the statement of them as files. */
export function StatementDays({ range, onRange, path }: StatementDaysProps) {
  const t = useText();
  const change = (field: 'from' | 'to') => (value: string) => {
    if (value) onRange({ ...range, [field]: value });
  };
  return (
    <div className="mb-4 flex flex-wrap items-end gap-4">
      <Field type="date" label={t('From')} value={range.from} onChange={({ target }) => change('from')(target.value)} />
      <Field type="date" label={t('To')} value={range.to} onChange={({ target }) => change('to')(target.value)} />
      <p className="flex gap-4 pb-3">
        {(['pdf', 'csv'] as const).map((form) => (
          <a key={form} className="link" href={statementDocument(path, range, form)} download>
            {form.toUpperCase()}
          </a>
        ))}
      </p>
    </div>
  );
}
