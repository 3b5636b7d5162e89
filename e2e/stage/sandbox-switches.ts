import type { FaultRequest } from '@portal/sandbox/faults';
import type { Outcome } from '@portal/sandbox/order';
import type { LedgerEntry } from '@portal/sandbox/sandbox-handle';
import { type RecordedCall, SANDBOX_KEYS } from '@portal/sandbox/sandbox-options';

export type SandboxSwitches = {
  readonly addFault: (fault: FaultRequest) => Promise<void>;
  /** What the gateways have in their books about the payments of one payer, oldest first. */
  readonly ordersOf: (email: string) => Promise<LedgerEntry[]>;
  /** The calls that the portal made about a payment, oldest first. */
  readonly callsAbout: (reference: string) => Promise<RecordedCall[]>;
  /** Decides as the payer would on the hosted page. */
  readonly decide: (reference: string, outcome: Outcome) => Promise<void>;
  /** Sends a part back as somebody does on Paystack's own dashboard, past the portal. */
  readonly refundThere: (reference: string, amountKobo: number) => Promise<void>;
};

/** The sandbox's own switches, in the portal's process. Every call throws when it is refused. */
export function sandboxSwitches(origin: string): SandboxSwitches {
  const call = async (method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${origin}/sandbox/control${path}`, {
      method,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    addFault: async (fault) => {
      await call('POST', '/faults', fault);
    },
    ordersOf: async (email) => {
      const orders = (await call('GET', '/transactions')) as LedgerEntry[];
      return orders.filter((order) => order.email === email);
    },
    callsAbout: async (reference) => (await call('GET', `/requests?reference=${reference}`)) as RecordedCall[],
    decide: async (reference, outcome) => {
      await call('POST', `/transactions/${reference}/decide`, { outcome });
    },
    refundThere: async (transaction, amount) => {
      const response = await fetch(`${origin}/sandbox/paystack/refund`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${SANDBOX_KEYS.paystackSecretKey}` },
        body: JSON.stringify({ transaction, amount }),
      });
      if (!response.ok) throw new Error(`refund: ${response.status} ${await response.text()}`);
    },
  };
}
