import {
  type listSettlements,
  type SettlementStatus,
  settlementStatuses,
} from '@portal/contract/billing/gateway-settlements';
import { collectingGateway } from '@portal/contract/billing/payments/payments';
import type { z } from 'zod/mini';

type Query = z.input<(typeof listSettlements)['query']>;

/** Which settlements are listed; an empty string is no limit. */
export type SettlementChoice = {
  readonly view: 'all' | 'findings';
  readonly gateway: string;
  readonly status: SettlementStatus | '';
};

export const ALL_SETTLEMENTS: SettlementChoice = { view: 'all', gateway: '', status: '' };

/** The choice in an address’s query; invalid values are ignored. */
export function settlementChoiceOf(params: URLSearchParams): SettlementChoice {
  const gateway = params.get('gateway') ?? '';
  return {
    view: params.get('view') === 'findings' ? 'findings' : 'all',
    gateway: collectingGateway.options.some((id) => id === gateway) ? gateway : '',
    status: settlementStatuses.find((status) => status === params.get('status')) ?? '',
  };
}

/** The address of a choice, as short as it can be. */
export function settlementsAt({ view, gateway, status }: SettlementChoice): string {
  const given = Object.entries({ view: view === 'all' ? '' : view, gateway, status }).filter(
    ([, value]) => value !== '',
  );
  const query = new URLSearchParams(given).toString();
  return query ? `/admin/accounting/settlements?${query}` : '/admin/accounting/settlements';
}

/** The query parameters of a choice. */
export function queryOf({ view, gateway, status }: SettlementChoice): Query {
  return {
    ...(gateway && { gateway: gateway as Query['gateway'] }),
    ...(status && { status }),
    ...(view === 'findings' && { findings: 'open' as const }),
  };
}
