import { sellAtAgent } from '@portal/contract/billing/staff-agents';
import type { z } from 'zod/mini';

export type AgentSaleOrder = z.output<typeof sellAtAgent.body>;

/**
 * A sale that was sent and not answered yet, kept on the device: sent again, it is recorded once. The masked
 * name is shown with it.
 */
export type PendingSale = { readonly order: AgentSaleOrder; readonly name: string };

export function pendingSale(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, userId: number) {
  const key = `agent-sale:${userId}`;
  return {
    keep: (sale: PendingSale): void => storage.setItem(key, JSON.stringify(sale)),
    forget: (): void => storage.removeItem(key),
    read: (): PendingSale | null => {
      try {
        const { order, name } = JSON.parse(storage.getItem(key) ?? 'null') as PendingSale;
        const parsed = sellAtAgent.body.safeParse(order);
        return parsed.success ? { order: parsed.data, name: String(name) } : null;
      } catch {
        return null;
      }
    },
  };
}
