import type { BankLineDetail } from '@portal/contract/billing/bank/bank-lines';
import { formatDay } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useBankLines } from '../api/bank-lines.ts';

type LinePickerProps = {
  line: BankLineDetail;
  as: 'own-transfer' | 'reversal';
  chosen: string;
  onChoose: (id: string) => void;
};

/** The other line of a transfer or a reversal: open, of the same sum the other way. */
export function LinePicker({ line, as, chosen, onChoose }: LinePickerProps) {
  const lines = useBankLines({
    account: null,
    status: 'waiting',
    search: Math.abs(line.amount).toFixed(2),
    line: null,
  });
  return (
    <AsyncBoundary query={lines} failure="We could not load the lines" skeleton={<Skeleton className="h-16 w-full" />}>
      {(found) => {
        const fits = found.filter(
          ({ id, amount, accountId }) =>
            id !== line.id && amount === -line.amount && (accountId === line.accountId) === (as === 'reversal'),
        );
        if (fits.length === 0) {
          return (
            <p className="small soft">
              No open line of {as === 'reversal' ? 'this account' : 'another account'} has this sum the other way.
              Import its statement first.
            </p>
          );
        }
        return (
          <SelectField
            label="The other line"
            placeholder="Choose it"
            options={fits.map(({ id, bookedOn, accountName, text }) => ({
              value: String(id),
              label: `${formatDay(`${bookedOn}T12:00:00Z`)}, ${accountName}: ${text.slice(0, 40)}`,
            }))}
            value={chosen}
            onChange={({ target }) => onChoose(target.value)}
          />
        );
      }}
    </AsyncBoundary>
  );
}
