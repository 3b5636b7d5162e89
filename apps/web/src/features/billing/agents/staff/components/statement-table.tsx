import type { AgentStatement } from '@portal/contract/billing/staff-agents';
import { formatDay } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { DescriptionList, type Fact } from '../../../../../shared/ui/layout/description-list.tsx';

const sum = (label: string, amount: number): Fact[] =>
  amount === 0 ? [] : [{ label, value: formatExactNaira(amount) }];

/** A statement, the latest day first: what was taken, kept and handed over on each, and what was owed at its end. */
export function StatementTable({ statement }: { statement: AgentStatement }) {
  const { days, opening, from } = statement;
  return (
    <ol className="border-ink border-t">
      {days.toReversed().map((day) => (
        <li
          key={day.day}
          className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-2 border-line border-b py-3.5 md:grid-cols-[130px_minmax(0,1fr)_160px]"
        >
          <p className="semi">{formatDay(`${day.day}T12:00:00Z`)}</p>
          <p className="text-right md:order-last">
            <span className="semi block">{formatExactNaira(day.owes)}</span>
            <span className="small soft">owed</span>
          </p>
          <DescriptionList
            className="max-w-md max-md:col-span-2 max-md:max-w-none"
            facts={[
              ...sum(day.sales === 1 ? 'Taken, 1 sale' : `Taken, ${day.sales} sales`, day.taken),
              ...sum('Vouchers', day.vouchers),
              ...sum('Commission', -day.commission),
              ...sum('Handed over', -day.settled),
              ...sum('Taken back', -day.reversed),
            ]}
          />
        </li>
      ))}
      <li className="flex justify-between gap-6 border-line border-b py-3.5">
        <span className="soft">Before {formatDay(`${from}T12:00:00Z`)}</span>
        <span>{formatExactNaira(opening)}</span>
      </li>
    </ol>
  );
}
