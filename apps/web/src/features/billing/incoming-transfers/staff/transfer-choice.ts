import type { listIncomingTransfers } from '@portal/contract/billing/payments/staff-incoming-transfers';
import { type IntakeProvider, intakeProvider } from '@portal/contract/billing/payments/virtual-accounts';
import type { z } from 'zod/mini';

const VIEWS = ['waiting', 'settled', 'returned', 'reversed'] as const;

/** Which transfers are listed; an empty provider is no limit. */
export type TransferChoice = {
  readonly view: (typeof VIEWS)[number];
  readonly provider: IntakeProvider | '';
};

export const UNMATCHED_MONEY = '/admin/unmatched-money';

/** The choice in an address’s query; invalid values are ignored. */
export function transferChoiceOf(params: URLSearchParams): TransferChoice {
  return {
    view: VIEWS.find((view) => view === params.get('view')) ?? 'waiting',
    provider: intakeProvider.options.find((provider) => provider === params.get('provider')) ?? '',
  };
}

/** The address of a choice, as short as it can be. */
export function transfersAt({ view, provider }: TransferChoice): string {
  const given = Object.entries({ view: view === 'waiting' ? '' : view, provider }).filter(([, value]) => value !== '');
  const query = new URLSearchParams(given).toString();
  return query ? `${UNMATCHED_MONEY}?${query}` : UNMATCHED_MONEY;
}

/** The query parameters of a choice. */
export function queryOf({ view, provider }: TransferChoice): z.input<(typeof listIncomingTransfers)['query']> {
  return { status: view === 'waiting' ? 'open' : view, ...(provider && { provider }) };
}
