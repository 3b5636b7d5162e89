import type { LineView } from '@portal/contract/billing/lines';
import { createPaymentLink } from '@portal/contract/billing/payments/staff-payment-links';
import { takeCounterPayment } from '@portal/contract/billing/staff-counter';
import { openLineForCustomer } from '@portal/contract/billing/staff-lines';
import type { CustomerPage } from '@portal/contract/console/customers';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatNaira } from '../../../../../shared/format/naira.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../../shared/ui/button/button-link.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { usePlans } from '../../../../catalogue/plans/api/list-plans.ts';
import { useCreatePaymentLink } from '../../../payment-links/staff/api/payment-links.ts';
import { useAddLine } from '../api/staff-lines.ts';

type Plans = NonNullable<ReturnType<typeof usePlans>['data']>;

/** Adds a line to a customer's account, and leads to its first payment. */
export function AddLine({ customer, onClose }: { customer: CustomerPage; onClose: () => void }) {
  const [added, setAdded] = useState<LineView | null>(null);
  if (added) return <FirstPayment customer={customer} line={added} onClose={onClose} />;
  return <PlansFirst customer={customer} onClose={onClose} onAdded={setAdded} />;
}

type AddLineDialogProps = { customer: CustomerPage; onClose: () => void; onAdded: (line: LineView) => void };

function PlansFirst(props: AddLineDialogProps) {
  const plans = usePlans();
  if (plans.data) return <AddLineDialog {...props} plans={plans.data} />;
  return (
    <Dialog open title="Add a line" onClose={props.onClose}>
      <div className="mt-4">
        <AsyncBoundary
          query={plans}
          failure="We could not load the plans"
          skeleton={<Skeleton className="h-72 w-full" />}
        >
          {() => null}
        </AsyncBoundary>
      </div>
    </Dialog>
  );
}

type Fields = { label: string; planId: string; place: string };
type Form = z.output<typeof openLineForCustomer.body>;

function AddLineDialog({ customer, plans, onClose, onAdded }: AddLineDialogProps & { plans: Plans }) {
  const adding = useAddLine(customer.id);
  const { field, ...form } = useCallForm<Fields, Form, Awaited<ReturnType<typeof adding.mutateAsync>>>({
    schema: openLineForCustomer.body,
    start: { label: '', planId: plans[0]?.id ?? '', place: '' },
    bodyOf: (fields) => fields,
    call: adding.mutateAsync,
    onDone: ({ line }) => {
      onAdded(line);
    },
  });
  return (
    <FormDialog title="Add a line" confirm="Add the line" form={form} onClose={onClose}>
      <p>One more place for {customer.name}. It is connected once its first month is paid, and the customer is told.</p>
      <Field
        label="Name of the line"
        hint="As the customer calls it: Shop, or Flat 2."
        autoComplete="off"
        autoFocus
        {...field('label')}
      />
      <SelectField
        label="Plan"
        options={plans.map(({ id, name, price }) => ({ value: id, label: `${name}, ${formatNaira(price)}` }))}
        {...field('planId')}
      />
      <Field
        label="Where it is (optional)"
        hint="So that a technician finds it: a street, a gate, a landmark."
        autoComplete="off"
        {...field('place')}
      />
    </FormDialog>
  );
}

/** The ways in which the first month of a line that was just added is paid. */
function FirstPayment({ customer, line, onClose }: { customer: CustomerPage; line: LineView; onClose: () => void }) {
  const linking = useCreatePaymentLink(customer.id);
  const send = useMutateOnce(linking);
  const [clientRequestId] = useState(newClientId);
  const sendBy = customer.email ? ('mail' as const) : ('text' as const);
  return (
    <Dialog
      open
      title={`${line.label} is added`}
      onClose={onClose}
      actions={
        <Button variant="secondary" onClick={onClose}>
          They pay by themselves
        </Button>
      }
    >
      <p className="soft mt-3">
        {line.planName}, {formatNaira(line.monthlyFee ?? 0)} a month. How is its first month paid?
      </p>
      <div className="mt-5 grid gap-3">
        <Allowed to={takeCounterPayment}>
          <ButtonLink to={`/admin/counter/${customer.id}?line=${line.id}`} size="large" block>
            Take a payment now
          </ButtonLink>
        </Allowed>
        <Allowed to={createPaymentLink}>
          <Button
            variant="secondary"
            size="large"
            block
            busy={linking.isPending}
            busyLabel="Sending..."
            onClick={() =>
              send(
                { planId: line.planId ?? '', lineId: line.id, sendBy, clientRequestId },
                {
                  onSuccess: ({ message }) => {
                    toast({ title: 'Payment link', description: message });
                    onClose();
                  },
                },
              )
            }
          >
            {sendBy === 'mail' ? 'Mail a payment link' : 'Text a payment link'}
          </Button>
        </Allowed>
      </div>
      {linking.error && (
        <Alert kind="bad" className="mt-4">
          {messageOf(linking.error)}
        </Alert>
      )}
    </Dialog>
  );
}
