import { createPaymentLink, type LinkSending } from '@portal/contract/billing/payments/staff-payment-links';
import type { CounterCustomer } from '@portal/contract/billing/staff-counter';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { QrCode } from '../../../../identity/second-factor/components/qr-code.tsx';
import { useCreatePaymentLink } from '../api/payment-links.ts';

/** Makes a link with which anybody pays for the customer, after a dialog. */
export function MakeLink({ customer }: { customer: CounterCustomer }) {
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState('');
  return (
    <>
      <Button variant="quiet" onClick={() => setOpen(true)}>
        Payment link
      </Button>
      {open && <MakeLinkDialog customer={customer} onClose={() => setOpen(false)} onUrl={setShown} />}
      {shown && <ShownLink url={shown} onClose={() => setShown('')} />}
    </>
  );
}

type Fields = { subject: string; amount: string; sendBy: string };
type Form = z.output<typeof createPaymentLink.body>;

const AMOUNT = 'amount';
const MONTH = 'month';

/** What a link can be for: all that is due, one of it, the line's next month, or another sum. */
function subjectsOf({ due, total, lines, lineId }: CounterCustomer) {
  const line = lines.find(({ id }) => id === lineId);
  const invoices = due.flatMap(({ invoiceNumber, label, amount }) =>
    invoiceNumber ? [{ value: invoiceNumber, label: `${invoiceNumber}, ${label}, ${formatExactNaira(amount)}` }] : [],
  );
  const month = line?.planId ? [{ value: MONTH, label: `The next month of ${line.planName}` }] : [];
  const all = {
    value: AMOUNT,
    label: total > 0 ? `What is due, ${formatExactNaira(total)}, or another amount` : 'An amount',
  };
  return { planId: line?.planId ?? null, options: [all, ...invoices, ...month] };
}

const SENT_BY: readonly {
  readonly value: LinkSending;
  readonly label: (customer: CounterCustomer) => string | null;
}[] = [
  { value: 'screen', label: () => 'Show it here as a QR code' },
  { value: 'mail', label: ({ email }) => email && `Mail it to ${email}` },
  { value: 'text', label: ({ phone }) => phone && `Text it to ${formatPhone(phone)}` },
];

type MakeLinkDialogProps = { customer: CounterCustomer; onClose: () => void; onUrl: (url: string) => void };

function MakeLinkDialog({ customer, onClose, onUrl }: MakeLinkDialogProps) {
  const { options, planId } = subjectsOf(customer);
  const making = useCreatePaymentLink(customer.id);
  const [clientRequestId] = useState(newClientId);
  const {
    field,
    amountField,
    form: fields,
    ...form
  } = useCallForm<Fields, Form, Awaited<ReturnType<typeof making.mutateAsync>>>({
    schema: createPaymentLink.body,
    start: { subject: AMOUNT, amount: String(customer.total || ''), sendBy: 'screen' },
    bodyOf: ({ subject, amount, sendBy }) => ({
      ...(subject === AMOUNT && { amount: parseNaira(amount) }),
      ...(subject === MONTH && { planId }),
      ...(subject !== AMOUNT && subject !== MONTH && { invoiceNumber: subject }),
      sendBy,
      clientRequestId,
      lineId: customer.lineId,
    }),
    call: making.mutateAsync,
    onDone: ({ message, link, url }) => {
      if (link.sentBy === 'screen' && url) onUrl(url);
      else toast({ title: 'Payment link', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Payment link" confirm="Make the link" form={form} onClose={onClose}>
      <p>
        Anybody can pay with it, once, within 72 hours. It shows the first name and the end of the account number, and
        nothing else.
      </p>
      <SelectField label="For" options={options} {...field('subject')} />
      {fields.watch('subject') === AMOUNT && (
        <AmountField
          label="Amount in naira"
          hint="It pays what is due, oldest first; the rest becomes credit."
          {...amountField('amount')}
        />
      )}
      <SelectField
        label="How"
        options={SENT_BY.flatMap(({ value, label }) => {
          const text = label(customer);
          return text ? [{ value, label: text }] : [];
        })}
        {...field('sendBy')}
      />
    </FormDialog>
  );
}

function ShownLink({ url, onClose }: { url: string; onClose: () => void }) {
  return (
    <Dialog open title="Payment link" onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
      <p className="mt-4">Let whoever pays scan it with a telephone. It is shown only now.</p>
      <div className="flex justify-center">
        <QrCode text={url} label="Payment link as a QR code" />
      </div>
      <p className="small wrap-anywhere" data-testid="payment-link">
        {url}
      </p>
    </Dialog>
  );
}
