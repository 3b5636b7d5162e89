import { useState } from 'react';
import { now } from '../../../../shared/format/clock.ts';
import { formatMonth } from '../../../../shared/format/month.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { statementMonths } from '../statement-months.ts';

export type StatementChoiceProps = {
  /** When the account was opened. */
  since: string;
};

/** Links to the statement of each month since the account was opened. */
export function StatementChoice({ since }: StatementChoiceProps) {
  const t = useText();
  const months = statementMonths(new Date(since), now());
  const [month, setMonth] = useState(months[0] ?? '');
  return (
    <section aria-labelledby="statements" className="border-ink border-t pt-5">
      <h2 className="h4" id="statements">
        {t('Monthly statements')}
      </h2>
      <p className="soft mt-1 mb-4">{t('Everything that was billed, paid and credited in a month, on one sheet.')}</p>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1">
          <SelectField
            label={t('Month')}
            options={months.map((value) => ({ value, label: formatMonth(value) }))}
            value={month}
            onChange={(event) => setMonth(event.currentTarget.value)}
          />
        </div>
        <ButtonLink to={`/statements/${month}`} variant="secondary">
          {t('Show statement')}
        </ButtonLink>
      </div>
    </section>
  );
}
