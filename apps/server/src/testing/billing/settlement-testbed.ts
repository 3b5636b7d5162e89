import type { SettleRequest } from '@portal/sandbox/settlement';
import { readSettlements } from '../../billing/gateway-settlements/read-settlements.ts';
import { startPaymentTestbed } from './payment-testbed.ts';

export const DAY_MS = 24 * 3_600_000;

/** A settlement of the sandbox. */
type Named = { readonly number: number; readonly gateway: string };

export type SettlementTestbed = Awaited<ReturnType<typeof startSettlementTestbed>>;

/** A portal with one customer who pays and one member of staff, whose gateways pay out when told to. */
export async function startSettlementTestbed() {
  const bed = await startPaymentTestbed();
  const [staff, customer] = [await bed.createStaff(), await bed.createCustomer()];
  const get = async (url: string) => (await bed.call(staff, 'GET', url)).body;

  /** As in the night after. */
  async function read(): Promise<void> {
    await bed.rows("update gateway_settlement_readings set next_at = '2026-01-01' where next_at is not null");
    await readSettlements(bed.deps);
  }
  async function shown({ number }: Pick<Named, 'number'>) {
    const all = await get('/api/staff/settlements?limit=100');
    const { id } = all.find(({ settlementId }: { settlementId: string }) => settlementId === String(number));
    return get(`/api/staff/settlements/${id}`);
  }
  return {
    bed,
    staff,
    customer,
    get,
    read,
    shown,
    pay: (gateway: 'paystack' | 'flutterwave' = 'paystack') => bed.pay(customer, gateway),
    settle: (request: Partial<SettleRequest> = {}) => bed.sandbox.settle({ gateway: 'paystack', ...request }),
    /** The open ones of a settlement: kind, and reference. */
    findingsOf: async (settlement: Pick<Named, 'number'>): Promise<[string, string | null][]> =>
      (await shown(settlement)).listed
        .filter(({ resolved }: { resolved: unknown }) => resolved === null)
        .map(({ kind, subject }: { kind: string; subject: string | null }) => [kind, subject]),
    /** The ledger’s entries of a settlement, in naira. */
    entriesOf: async ({ gateway, number }: Named) => {
      const rows = await bed.rows(
        'select account, amount from ledger_entries where transaction_key = $1 order by account',
        [`settlement:${gateway}:${number}`],
      );
      return Object.fromEntries(rows.map(({ account, amount }) => [account, Number(amount)]));
    },
    balance: async (account: string) => {
      const statement = 'select coalesce(sum(amount), 0) as sum from ledger_entries where account = $1';
      return Number((await bed.rows(statement, [account]))[0]?.sum);
    },
    /** A new day, before which everything that was paid is settled, and every finding resolved. */
    startDay: async () => {
      bed.wait(DAY_MS);
      bed.sandbox.clearFaults();
      for (const gateway of ['paystack', 'flutterwave'] as const) bed.sandbox.settle({ gateway });
      await read();
      await bed.rows('update gateway_settlement_findings set resolved_at = now()');
    },
  };
}
