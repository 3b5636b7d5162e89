import { endOfLagosMonth } from '@portal/kernel/calendar';

/** A month in Lagos as a time: from its first moment until that of the next one. */
export function rangeOfMonth(month: string): { readonly from: Date; readonly until: Date } {
  const from = new Date(`${month}-01T00:00:00+01:00`);
  return { from, until: new Date(endOfLagosMonth(from).getTime() + 1) };
}

/** The month after one. */
function monthAfter(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

/** The months from one to another, both included, the latest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = monthAfter(month)) months.push(month);
  return months.reverse();
}

/** The day by which the VAT return of a month is due: the 21st of the next one. */
export function returnDueOn(month: string): string {
  return `${monthAfter(month)}-21`;
}
