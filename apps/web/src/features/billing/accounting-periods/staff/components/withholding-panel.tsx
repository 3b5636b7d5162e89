import type { WithholdingSummary } from '@portal/contract/billing/accounting-periods';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDate } from '../../../../../shared/format/date.ts';
import { FigureTable } from './figure-table.tsx';

const counted = (count: number) => `${count} ${count === 1 ? 'payment' : 'payments'}`;

/** Tax that companies withheld from payments of the month, with whose document is missing. */
export function WithholdingPanel({ withholding }: { withholding: WithholdingSummary }) {
  const { received, missing, missingBy } = withholding;
  if (received.count + missing.count === 0) return <p className="soft">No tax was withheld.</p>;
  return (
    <FigureTable
      caption="Withheld tax"
      figures={[
        { label: 'With its document', beside: counted(received.count), amount: received.amount },
        { label: 'Without', beside: counted(missing.count), amount: missing.amount, isSum: true },
        ...missingBy.map(({ customer, count, amount, oldestAt }) => ({
          label: bidiIsolate(customer.name || `Customer ${customer.id}`),
          to: `/admin/customers/${customer.id}`,
          beside: `${counted(count)}, since ${formatDate(oldestAt)}`,
          amount,
        })),
      ]}
    />
  );
}
