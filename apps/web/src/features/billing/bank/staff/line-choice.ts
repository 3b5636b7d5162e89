import { lineStates } from '@portal/contract/billing/bank/bank-lines';

const states = ['waiting', ...lineStates] as const;

/** What the page shows: which lines, and which one of them. */
export type LineChoice = {
  readonly account: number | null;
  readonly status: (typeof states)[number] | null;
  readonly search: string;
  readonly line: number | null;
};

const START: LineChoice = { account: null, status: 'waiting', search: '', line: null };

function numberIn(search: URLSearchParams, name: string): number | null {
  const value = Number(search.get(name));
  return Number.isInteger(value) && value > 0 ? value : null;
}

/** The choice in an address; what it does not know is left out. */
export function choiceOf(search: URLSearchParams): LineChoice {
  const show = search.get('show');
  return {
    account: numberIn(search, 'account'),
    status: show === 'all' ? null : (states.find((state) => state === show) ?? 'waiting'),
    search: search.get('search') ?? '',
    line: numberIn(search, 'line'),
  };
}

/** The address of a choice. */
export function addressOf(choice: Partial<LineChoice>): string {
  const { account, status, search, line } = { ...START, ...choice };
  const query = new URLSearchParams();
  if (account !== null) query.set('account', String(account));
  if (status !== 'waiting') query.set('show', status ?? 'all');
  if (search) query.set('search', search);
  if (line !== null) query.set('line', String(line));
  const text = query.toString();
  return `/admin/accounting/bank${text && `?${text}`}`;
}

/** The query of the list. */
export const filterOf = ({ account, status, search }: LineChoice) => ({
  ...(account !== null && { account: String(account) }),
  ...(status && { status }),
  ...(search && { search }),
});
