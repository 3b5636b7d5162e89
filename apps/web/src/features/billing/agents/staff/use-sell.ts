import type { sellAtAgent } from '@portal/contract/billing/staff-agents';
import { useState } from 'react';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import type { Answer } from '../../../../shared/api/call-endpoint.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { useReconnection } from '../../../../shared/ui/hooks/use-reconnection.ts';
import { useSellAtAgent } from './api/agent-counter.ts';
import { type AgentSaleOrder, type PendingSale, pendingSale } from './pending-sale.ts';

export type Sold = Answer<typeof sellAtAgent>;

/** No answer, or one that does not say what became of it. */
const isUnanswered = (failure: unknown): boolean => !(failure instanceof ApiError) || failure.status >= 500;

/**
 * Sells once: what was sent is kept on the device until it is answered, and sent again when asked, or when
 * the connection is back.
 */
export function useSell(onSold: (sold: Sold) => void) {
  const user = useUser();
  const selling = useSellAtAgent();
  const [pending] = useState(() => pendingSale(localStorage, user?.id ?? 0));
  const [unanswered, setUnanswered] = useState<PendingSale | null>(pending.read);
  const [failure, setFailure] = useState('');

  async function sell(order: AgentSaleOrder, name: string): Promise<Sold> {
    pending.keep({ order, name });
    try {
      const sold = await selling.mutateAsync(order);
      pending.forget();
      setUnanswered(null);
      return sold;
    } catch (refusal) {
      if (isUnanswered(refusal)) setUnanswered({ order, name });
      else {
        pending.forget();
        setUnanswered(null);
      }
      throw refusal;
    }
  }
  function sendAgain() {
    if (!unanswered || selling.isPending) return;
    setFailure('');
    sell(unanswered.order, unanswered.name).then(onSold, (refusal: unknown) =>
      setFailure(isUnanswered(refusal) ? '' : messageOf(refusal)),
    );
  }
  useReconnection(sendAgain);
  return { sell, unanswered, sendAgain, busy: selling.isPending, failure };
}
