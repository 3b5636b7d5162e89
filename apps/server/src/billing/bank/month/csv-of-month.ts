import type { MoneyMonth } from '@portal/contract/billing/bank/money-month';
import { csvLine } from '../../../platform/http/bodies/csv-line.policy.ts';

const HEADS = ['account', 'name', 'row', 'amount', 'what', 'who', 'day', 'days'];

/** The month of money as CSV: the sums of each place, each sum between, and what should be looked into. */
export function csvOfMonth({ places, warnings }: MoneyMonth): string {
  const lines = places.flatMap((place) => {
    const row = (name: string, amount: number | null, what = '', who = '', day = '', days = '') =>
      csvLine([place.account, place.name, name, amount === null ? '' : amount.toFixed(2), what, who, day, days]);
    return [
      row('opening', place.opening),
      row('in', place.moneyIn),
      row('out', place.moneyOut),
      row('should hold', place.should),
      row('holds', place.holds, place.holdsBy ?? ''),
      ...place.between.map(({ amount, what, who, day, days }) =>
        row('between', amount, what, who ?? '', day ?? '', days === null ? '' : String(days)),
      ),
    ];
  });
  const looked = warnings.map(({ kind, text, who }) => csvLine(['', '', kind, '', text, who ?? '', '', '']));
  return [csvLine(HEADS), ...lines, ...looked].join('');
}
