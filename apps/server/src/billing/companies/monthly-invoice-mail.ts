import { formatLagosDay } from '@portal/kernel/calendar';
import type { Mail } from '@portal/kernel/messaging/mail';
import { defineMessage } from '@portal/kernel/messaging/message-descriptor';
import { formatNaira } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { CompanyRow } from '../invoices/company-billing.repository.ts';
import { findBillAddress } from './bill-address.ts';
import { dueReminder, suspendsAt } from './company.policy.ts';
import { listOutstanding, markReminded, type OutstandingInvoice } from './company.repository.ts';

type Deps = Pick<BillingDependencies, 'queueEmail' | 'notify' | 'rules'>;

const valuesOf = ({ invoiceNumber, outstanding, dueAt }: OutstandingInvoice) => {
  return { invoice: invoiceNumber, amount: formatNaira(outstanding), date: formatLagosDay(dueAt) };
};

/** Mails a new invoice with its PDF, and tells the account's people; not while it waits to be registered. */
export async function mailInvoice(
  deps: Deps,
  tx: Transaction,
  company: CompanyRow,
  invoiceNumber: string,
): Promise<void> {
  const invoice = (await listOutstanding(tx, company.accountId)).find((each) => each.invoiceNumber === invoiceNumber);
  if (!invoice || invoice.isHeld) return;
  const values = valuesOf(invoice);
  await deps.queueEmail(tx, {
    category: 'account',
    userId: company.accountId,
    messageKey: `monthly-invoice:${invoiceNumber}`,
    recipient: await findBillAddress(tx, company),
    attached: invoiceNumber,
    subject: defineMessage('Invoice {invoice}: {amount}, due on {date}', values),
    parts: [
      defineMessage('Your invoice for all your lines is attached. {amount} is due on {date}.', values),
      ...(company.purchaseOrder === null
        ? []
        : [{ facts: [{ label: defineMessage('Purchase order'), value: company.purchaseOrder }] }]),
    ],
    notice: { kind: 'monthly-invoice', customerId: company.accountId, values },
  });
}

function reminderMail(
  deps: Deps,
  { accountId }: CompanyRow,
  {
    invoice,
    recipient,
    days,
  }: { readonly invoice: OutstandingInvoice; readonly recipient: string; readonly days: number },
): Mail {
  const { invoiceNumber } = invoice;
  const values = { ...valuesOf(invoice), until: formatLagosDay(suspendsAt(invoice.dueAt, deps.rules)) };
  const isOverdue = days < 0;
  return {
    category: 'account',
    userId: accountId,
    messageKey: `monthly-invoice-reminder:${invoiceNumber}:${days}`,
    recipient,
    attached: invoiceNumber,
    subject: isOverdue
      ? defineMessage('Invoice {invoice} is overdue', values)
      : defineMessage('Invoice {invoice} is due on {date}', values),
    parts: [
      isOverdue
        ? defineMessage('{amount} of invoice {invoice} was due on {date} and has not reached us.', values)
        : defineMessage('{amount} of invoice {invoice} is due on {date}.', values),
      defineMessage(
        'Your lines stay connected until {until}. If you have paid already, please ignore this mail.',
        values,
      ),
    ],
  };
}

/** Reminds of unpaid invoices before and after their due days, each reminder once. */
export async function remindOfInvoices(
  deps: Deps,
  tx: Transaction,
  company: CompanyRow,
  open: readonly OutstandingInvoice[],
  now: Date,
): Promise<void> {
  for (const invoice of open.filter(({ isHeld }) => !isHeld)) {
    const days = dueReminder(invoice, now);
    if (days === null) continue;
    await markReminded(tx, invoice.invoiceId, days);
    await deps.queueEmail(
      tx,
      reminderMail(deps, company, { invoice, days, recipient: await findBillAddress(tx, company) }),
    );
  }
}
