import type { UsageMonth } from '@portal/contract/network/usage';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useMonthLabels } from '../use-month-labels.ts';

const HEAD = 'pb-2 pl-3 text-right font-semibold';
const CELL = 'border-line border-t py-2.5';
const WORD = `${CELL} pl-3 text-right`;
const FIGURE = `${WORD} min-[360px]:whitespace-nowrap`;

/** The figures of the monthly chart, newest first. */
export function UsageMonthsTable({ months }: { months: readonly UsageMonth[] }) {
  const t = useText();
  const words = useMonthLabels();
  return (
    <table className="w-full">
      <thead className="micro muted">
        <tr>
          <th className="pb-2 text-left font-semibold">{t('Month')}</th>
          <th className={HEAD}>{t('Used')}</th>
          <th className={HEAD}>{t('Allowance')}</th>
          <th className={HEAD}>{t('Level')}</th>
        </tr>
      </thead>
      <tbody>
        {months.toReversed().map((month) => {
          const { name, used, limit, level } = words(month);
          return (
            <tr key={month.period}>
              <td className={CELL}>{name}</td>
              <td className={`${FIGURE} font-semibold`}>{used}</td>
              <td className={FIGURE}>{limit}</td>
              <td className={WORD}>{level ?? t('None')}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
