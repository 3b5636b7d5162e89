import { type CustomerFilter, customerFilter, type customerStates } from '@portal/contract/console/customers';
import { formatDay } from '../../../../shared/format/date.ts';

export type FilterName = keyof CustomerFilter;

export const stateNames: Readonly<Record<(typeof customerStates)[number], string>> = {
  active: 'Active line',
  suspended: 'Suspended line',
  pending: 'Awaiting payment',
  former: 'Left',
  registered: 'Without a plan',
  disabled: 'Account disabled',
};

export const owingNames = { open: 'Open invoice', overdue: 'Overdue invoice' } as const;

const NAMES = Object.keys(customerFilter.shape) as FilterName[];

/** The filter in an address's query; invalid values are ignored. */
export function filterOf(params: URLSearchParams): CustomerFilter {
  const given = NAMES.flatMap((name) => {
    const value = params.get(name);
    const isValid = value !== null && value !== '' && customerFilter.shape[name].safeParse(value).success;
    return isValid ? [[name, value] as const] : [];
  });
  return Object.fromEntries(given);
}

/** The query of a filter, the same for the same filter; empty without one. */
export function queryOf(filter: CustomerFilter): string {
  const given = NAMES.flatMap((name) => (filter[name] ? [[name, String(filter[name])]] : []));
  return new URLSearchParams(given).toString();
}

/** What a filter says, a phrase for each part; `planName` is the name of a plan, if it is known. */
export function phrasesOf(
  filter: CustomerFilter,
  planName: (id: string) => string | undefined,
): { readonly name: FilterName; readonly text: string }[] {
  const says: Readonly<Record<FilterName, (value: string) => string>> = {
    state: () => (filter.state ? stateNames[filter.state] : ''),
    plan: (id) => planName(id) ?? 'One plan',
    area: (area) => `In ${area}`,
    tag: (tag) => `Tagged “${tag}”`,
    paidFrom: (day) => `Paid until ${formatDay(day)} or later`,
    paidTo: (day) => `Paid until ${formatDay(day)} or earlier`,
    owing: () => (filter.owing ? owingNames[filter.owing] : ''),
    joinedFrom: (day) => `Joined on ${formatDay(day)} or later`,
    joinedTo: (day) => `Joined on ${formatDay(day)} or earlier`,
  };
  return NAMES.flatMap((name) => {
    const value = filter[name];
    return value ? [{ name, text: says[name](value) }] : [];
  });
}
