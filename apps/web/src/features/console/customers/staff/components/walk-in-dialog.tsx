import { registerWalkIn } from '@portal/contract/identity/staff-accounts';
import type { z } from 'zod/mini';
import type { Answer } from '../../../../../shared/api/call-endpoint.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { sendWalkIn } from '../api/register-walk-in.ts';

type Registered = Answer<typeof registerWalkIn>;
type Fields = { firstName: string; lastName: string; email: string; phone: string };

type WalkInDialogProps = { onRegistered: (customerId: number) => void; onClose: () => void };

/** Registers somebody who stands at the counter. */
export function WalkInDialog({ onRegistered, onClose }: WalkInDialogProps) {
  const { field, ...form } = useCallForm<Fields, z.output<typeof registerWalkIn.body>, Registered>({
    schema: registerWalkIn.body,
    start: { firstName: '', lastName: '', email: '', phone: '' },
    bodyOf: ({ email, ...fields }) => ({ ...fields, ...(email.trim() && { email }) }),
    call: sendWalkIn,
    onDone: ({ customer, message }) => {
      toast({ title: 'New customer', description: message });
      onRegistered(customer.id);
    },
  });
  return (
    <FormDialog title="New customer" confirm="Register" busyLabel="Registering..." form={form} onClose={onClose}>
      <Field label="First name" autoComplete="off" autoFocus maxLength={100} {...field('firstName')} />
      <Field label="Last name" autoComplete="off" maxLength={100} {...field('lastName')} />
      <Field label="Email" type="email" autoComplete="off" maxLength={255} {...field('email')} />
      <Field
        label="Mobile number"
        type="tel"
        autoComplete="off"
        maxLength={30}
        hint="An email or a number is needed: the link to choose a password goes there."
        {...field('phone')}
      />
    </FormDialog>
  );
}
