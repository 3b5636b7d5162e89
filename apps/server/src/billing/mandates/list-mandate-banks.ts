import type { Banks } from '@portal/contract/billing/payments/mandates';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { directDebitGateways } from './direct-debit-gateways.ts';

const FRESH_MS = 6 * 3_600_000;

type Deps = Pick<BillingDependencies, 'gateways' | 'clock'>;

/**
 * The banks at which mandates are possible, asked for every six hours at most; while the gateway does not
 * answer, the last list. The function throws mandate.not-offered, and mandate.unavailable without any list.
 */
export function createListMandateBanks(deps: Deps): () => Promise<Banks> {
  let last: { readonly banks: Banks; readonly readAt: number } | null = null;
  let asking: Promise<Banks> | null = null;
  async function ask(): Promise<Banks> {
    const [gateway] = directDebitGateways(deps.gateways);
    if (!gateway) throw new ApiError('mandate.not-offered');
    const banks = await gateway.directDebit.listBanks();
    if (banks !== null) last = { banks: [...banks], readAt: deps.clock().getTime() };
    if (last === null) throw new ApiError('mandate.unavailable');
    return last.banks;
  }
  return async () => {
    const ageMs = last === null ? Number.POSITIVE_INFINITY : Math.abs(deps.clock().getTime() - last.readAt);
    if (last !== null && ageMs < FRESH_MS) return last.banks;
    asking ??= ask().finally(() => {
      asking = null;
    });
    return asking;
  };
}
