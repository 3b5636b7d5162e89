import type { UsageDay } from '@portal/contract/network/usage';
import { formatDay } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { exactSize, formatSize } from '../data-size.ts';
import { dayTotal } from '../usage-day.ts';

const HEAD = 'pb-2 pl-3 text-right font-semibold';
const CELL = 'border-line border-t py-2.5';
const FIGURE = `${CELL} pl-3 text-right min-[360px]:whitespace-nowrap`;

/** The figures of the daily chart, newest first. */
export function UsageDaysTable({ days }: { days: readonly UsageDay[] }) {
  const t = useText();
  return (
    <table className="w-full">
      <thead className="micro muted">
        <tr>
          <th className="pb-2 text-left font-semibold">{t('Day')}</th>
          <th className={HEAD}>{t('Download')}</th>
          <th className={HEAD}>{t('Upload')}</th>
          <th className={HEAD}>{t('Used')}</th>
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((day) => (
          <tr key={day.day}>
            <td className={CELL}>{formatDay(day.day)}</td>
            <td className={FIGURE}>{formatSize(exactSize(day.downloaded))}</td>
            <td className={FIGURE}>{formatSize(exactSize(day.uploaded))}</td>
            <td className={`${FIGURE} font-semibold`}>{formatSize(exactSize(dayTotal(day).total))}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
