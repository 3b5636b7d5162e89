import { lagosDate } from '@portal/kernel/calendar';
import type { BankList } from './bank-list.ts';
import type { MonthTestbed, Seller } from './month-testbed.ts';
import type { Payer } from './payer.ts';

const COUNTER = { cash: 'counter in cash', pos: 'counter by card', deposit: 'counter by deposit' } as const;

/** Money over the counter; what is not cash comes to the bank. */
export async function payAtCounter(bed: MonthTestbed, bank: BankList, payer: Payer): Promise<void> {
  const method = bed.pick(['cash', 'pos', 'deposit'] as const);
  const naira = bed.naira(500, 30_000);
  const slip = bed.unused('SLIP').replaceAll('-', '');
  const form = {
    amount: naira,
    method,
    clientRequestId: bed.unused('counter'),
    ...(method === 'cash' ? {} : { outsideReference: slip }),
  };
  const url = `/api/staff/customers/${payer.who.id}/counter-payments`;
  // The button is pressed twice.
  await Promise.all([bed.accepted(bed.cashier, 'POST', url, form), bed.accepted(bed.cashier, 'POST', url, form)]);
  bed.expected.add({ payer, way: COUNTER[method], gateway: method, kobo: naira * 100 });
  if (method !== 'cash') bank.receive(naira * 100, `NIP/GTB/SOMEBODY/${slip}`);
}

/** The cashier brings what is in the till to the bank. */
export async function handOverTill(bed: MonthTestbed, bank: BankList): Promise<void> {
  const { balance } = await bed.accepted(bed.cashier, 'GET', '/api/staff/till');
  if (balance <= 0) return;
  const slip = bed.unused('BAG').replaceAll('-', '');
  const form = { amount: balance, bankReference: slip, clientRequestId: bed.unused('hand-over') };
  await bed.accepted(bed.cashier, 'POST', '/api/staff/till/hand-overs', form);
  bank.receive(Math.round(balance * 100), `CASH DEPOSIT ${slip} IKEJA`);
}

/** An agent hands over what they owe, in cash into the till or by a transfer. */
export async function settleSeller(bed: MonthTestbed, bank: BankList, { agentId }: Seller): Promise<void> {
  const { owes } = await bed.accepted(bed.accountant, 'GET', `/api/staff/sales-agents/${agentId}`);
  if (owes <= 0) return;
  const isCash = bed.chance(0.5);
  const slip = bed.unused('AGENT').replaceAll('-', '');
  const form = {
    amount: owes,
    method: isCash ? 'cash' : 'transfer',
    clientRequestId: bed.unused('settlement'),
    ...(isCash ? {} : { bankReference: slip }),
  };
  const url = `/api/staff/sales-agents/${agentId}/settlements`;
  const by = isCash ? bed.cashier : bed.accountant;
  await Promise.all([bed.accepted(by, 'POST', url, form), bed.accepted(by, 'POST', url, form)]);
  if (!isCash) bank.receive(Math.round(owes * 100), `NIP/ACC/AGENT/${slip}`);
}

async function undoSale(bed: MonthTestbed, reference: string): Promise<boolean> {
  const asked = await bed.send(bed.accountant, 'POST', `/api/staff/payments/${reference}/refund`, {
    reason: 'Wrong account',
  });
  // What it paid is used already.
  if (asked.status !== 200) return false;
  const payout = asked.body.payment.refunds[0].reference;
  const form = { clientRequestId: bed.unused('undone') };
  await bed.accepted(bed.accountant, 'POST', `/api/staff/payouts/${payout}/agent`, form);
  return true;
}

/** Cash at an agent; whoever reaches the limit hands over first. Some sales are undone on the same day. */
export async function payAtAgent(bed: MonthTestbed, bank: BankList, payer: Payer): Promise<void> {
  const seller = bed.pick(bed.sellers);
  const naira = bed.naira(100, 15_000);
  const form = { customer: payer.accountNumber, amount: naira, clientRequestId: bed.unused('sale') };
  const sell = () => bed.send(seller.who, 'POST', '/api/staff/agent-counter/sales', form);
  const [answer] = await Promise.all([sell(), sell()]);
  if (answer?.body.code === 'agent.over-limit') return settleSeller(bed, bank, seller);
  if (answer?.status !== 200) throw new Error(`no sale: ${answer?.status} ${JSON.stringify(answer?.body)}`);
  const sale = bed.expected.add({ payer, way: 'cash at an agent', gateway: 'agent', kobo: naira * 100 });
  const soldOn = lagosDate(bed.deps.clock());
  if (bed.chance(0.1) && lagosDate(bed.deps.clock()) === soldOn) {
    sale.isUndone = await undoSale(bed, answer.body.sale.reference);
  }
}
