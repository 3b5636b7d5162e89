import type { StatementView } from '@portal/contract/billing/invoices';
import { addKobo, type Kobo, nairaFromKobo } from '@portal/kernel/money';
import type { Database } from '../../platform/database/connection.ts';
import { listCreditWithin } from '../credit/list-credit.ts';
import { presentInvoice } from '../invoices/present-invoice.ts';
import {
  listOwnChargebacks,
  listOwnCorrected,
  listOwnExternalRefunds,
  listOwnIssued,
  listOwnPaid,
  listOwnRefunded,
} from './statement.repository.ts';

type Returned = { readonly reference: string; readonly at: Date; readonly amount: Kobo };

function presentReturned({ reference, at, amount }: Returned) {
  return { reference, at: at.toISOString(), amount: nairaFromKobo(amount) };
}

const sumOf = (rows: readonly { readonly amount: Kobo }[]) =>
  nairaFromKobo(addKobo(...rows.map(({ amount }) => amount)));

const LAGOS = '+01:00';

/** The first moment of a month of Lagos and that of the next; `month` is like "2026-11". */
function boundsOf(month: string): { readonly from: Date; readonly until: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const next = number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
  return { from: new Date(`${month}-01T00:00:00${LAGOS}`), until: new Date(`${next}-01T00:00:00${LAGOS}`) };
}

/**
 * A customer's transactions in a month of Lagos, in naira, each by its own date. `invoiced` are
 * issued invoices that are not void, `corrected` credit notes, `paid` payments through gateways,
 * `refunded` refunds through them, `chargedBack` chargebacks.
 */
export async function buildStatement(
  database: Database,
  order: { readonly userId: number; readonly month: string },
): Promise<StatementView> {
  const range = { userId: order.userId, ...boundsOf(order.month) };
  const [issued, paid, refundedWhole, refundedOutside, corrected, chargedBack, credit] = await Promise.all([
    listOwnIssued(database, range),
    listOwnPaid(database, range),
    listOwnRefunded(database, range),
    listOwnExternalRefunds(database, range),
    listOwnCorrected(database, range),
    listOwnChargebacks(database, range),
    listCreditWithin(database, range),
  ]);
  const refunded = [...refundedWhole, ...refundedOutside].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  const owed = issued.filter(({ invoice }) => invoice.status !== 'void');
  return {
    month: order.month,
    openingCredit: credit.opening,
    closingCredit: credit.closing,
    invoiced: nairaFromKobo(addKobo(...owed.map(({ invoice }) => invoice.total))),
    paid: sumOf(paid),
    refunded: sumOf(refunded),
    corrected: nairaFromKobo(addKobo(...corrected.map(({ total }) => total))),
    chargedBack: sumOf(chargedBack),
    invoices: issued.map(presentInvoice),
    payments: paid.map(({ amount, paidAt, ...payment }) => ({
      ...payment,
      paidAt: paidAt.toISOString(),
      amount: nairaFromKobo(amount),
    })),
    refunds: refunded.map(presentReturned),
    creditNotes: corrected.map(({ issuedAt, total, ...note }) => ({
      ...note,
      issuedAt: issuedAt.toISOString(),
      total: nairaFromKobo(total),
    })),
    chargebacks: chargedBack.map(presentReturned),
    credit: credit.entries,
  };
}
