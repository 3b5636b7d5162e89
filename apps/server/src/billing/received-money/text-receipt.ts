import { hasMailbox } from '@portal/kernel/messaging/mail';
import type { Kobo } from '@portal/kernel/money';
import type { Transaction } from '../../platform/database/connection.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import { counterReceiptText } from '../payments/payment-mail.ts';

type Payer = { readonly id: number; readonly email: string; readonly phone: string | null };

/** A customer without a mailbox gets the number of the payment by text, with the payment. */
export async function textReceipt(
  deps: Pick<BillingDependencies, 'queueSms'>,
  tx: Transaction,
  { email, phone, id: userId }: Payer,
  { reference, amountKobo }: { readonly reference: string; readonly amountKobo: Kobo },
): Promise<void> {
  if (hasMailbox(email) || phone === null) return;
  await deps.queueSms(tx, {
    userId,
    messageKey: `counter-receipt:${reference}`,
    recipient: phone,
    text: counterReceiptText(reference, amountKobo),
    usefulSeconds: 86_400,
  });
}
