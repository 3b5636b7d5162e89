import { addKobo, negateKobo, toKobo } from '@portal/kernel/money';
import type { Entry } from '../ledger/ledger.repository.ts';
import type { ListedSettlement } from '../payments/gateways/gateway.port.ts';
import type { Judged } from './settlement.policy.ts';

/** The entries of a booked settlement: what it moves out of the gateway’s account, and to where. */
export function settlementEntries(
  { netKobo, stampDutyKobo }: Pick<ListedSettlement, 'netKobo' | 'stampDutyKobo'>,
  gateway: string,
  { sums, items }: Judged,
): Entry[] {
  const taken = items.reduce((sum, { booked }) => addKobo(sum, booked), toKobo(0));
  return [
    { account: `payouts:${gateway}`, amountKobo: netKobo },
    { account: 'gateway-fees', amountKobo: addKobo(sums.fees, negateKobo(sums.feeVat), negateKobo(sums.payerFees)) },
    { account: 'input-vat', amountKobo: sums.feeVat },
    { account: 'stamp-duty', amountKobo: stampDutyKobo },
    { account: 'suspense', amountKobo: negateKobo(sums.suspense) },
    { account: `gateway:${gateway}`, amountKobo: negateKobo(taken) },
  ];
}
