import { DAY_MS, lagosDate, lagosMidnight } from '@portal/kernel/calendar';
import { addKobo, negateKobo, toKobo } from '@portal/kernel/money';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Transaction } from '../../platform/database/connection.ts';
import { payments } from '../../platform/database/schema/billing/payment.ts';
import { recordWithin } from '../gateway-settlements/record-settlement.ts';
import type { SettlementItem } from '../payments/gateways/gateway.port.ts';
import { demoDependencies } from './pay-demo-month.ts';

/** What the gateways keep of a payment, in a thousand. */
const FEE_PER_THOUSAND = 15;
/** A payment that something else sold, in the newest settlement of this gateway. */
const FOREIGN = { gateway: 'flutterwave', reference: 'SHOP-20451', amountKobo: toKobo(1_250_000) };

type Paid = { readonly reference: string; readonly amountKobo: ReturnType<typeof toKobo> };

function itemOf({ reference, amountKobo }: Paid): SettlementItem {
  const feeKobo = toKobo(Math.ceil((amountKobo * FEE_PER_THOUSAND) / 1000));
  return { kind: 'payment', reference, transaction: null, vendorReference: reference, amountKobo, feeKobo };
}

/** Pays out what the demo data paid, each day on the next one, as the gateways do. */
export async function seedSettlements(tx: Transaction, now: Date): Promise<void> {
  const paid = await tx
    .select()
    .from(payments)
    .where(and(inArray(payments.gateway, ['paystack', 'flutterwave']), eq(payments.status, 'successful')))
    .orderBy(asc(payments.paidAt), asc(payments.id));
  const nextDay = (at: Date) => lagosDate(new Date(at.getTime() + DAY_MS));
  const due = paid.flatMap((payment) => (payment.paidAt ? [{ ...payment, day: nextDay(payment.paidAt) }] : []));
  const settled = due.filter(({ day }) => lagosMidnight(day) < now);
  const deps = { ...demoDependencies, clock: () => now };
  for (const [gateway, ofGateway] of Map.groupBy(settled, (payment) => payment.gateway)) {
    const newest = ofGateway.at(-1)?.day;
    for (const [day, rows] of Map.groupBy(ofGateway, (payment) => payment.day)) {
      const foreign = gateway === FOREIGN.gateway && day === newest ? [FOREIGN] : [];
      const ours = rows.map(({ reference, amount }) => ({ reference, amountKobo: amount }));
      const items = [...ours, ...foreign].map(itemOf);
      const grossKobo = addKobo(...items.map(({ amountKobo }) => amountKobo));
      const feesKobo = addKobo(...items.map(({ feeKobo }) => feeKobo));
      const settlementId = `${gateway === 'paystack' ? 30 : 41}${day.replaceAll('-', '')}`;
      await recordWithin(deps, tx, {
        gateway,
        items,
        listed: {
          settlementId,
          status: 'paid',
          grossKobo,
          feesKobo,
          stampDutyKobo: toKobo(0),
          deductions: { kind: 'sum', sumKobo: toKobo(0) },
          netKobo: addKobo(grossKobo, negateKobo(feesKobo)),
          settledOn: day,
          bankReference: gateway === 'paystack' ? `PSTK_${settlementId}` : `RV3${settlementId}`,
          paidToAccount: gateway === 'flutterwave' ? '0031318432' : null,
          paidToBank: gateway === 'flutterwave' ? '063' : null,
          reachesBank: true,
          message: null,
        },
      });
    }
  }
}
