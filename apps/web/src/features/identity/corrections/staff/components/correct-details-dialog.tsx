import { type Correction, type CustomerPage, correctCustomer } from '@portal/contract/console/customers';
import type { LostSecondFactor, WaitingCorrection } from '@portal/contract/identity/corrections';
import { formatAccountNumber } from '@portal/kernel/account-number';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useCorrectCustomer, useCorrection, useIdentificationWays } from '../api/corrections.ts';
import { useIdentified } from '../identified.ts';
import { IdentifiedByField } from './identified-by-field.tsx';

const TITLE = 'Correct details';

type CorrectDetailsDialogProps = { customer: CustomerPage; onClose: () => void };

/** Corrects who a customer is. */
export function CorrectDetailsDialog({ customer, onClose }: CorrectDetailsDialogProps) {
  const correction = useCorrection(customer.id);
  if (correction.data) return <CorrectForm customer={customer} present={correction.data} onClose={onClose} />;
  return (
    <Dialog open title={TITLE} onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <AsyncBoundary
        query={correction}
        failure="We could not load what may be corrected"
        skeleton={<Skeleton className="h-96 w-full" />}
      >
        {() => null}
      </AsyncBoundary>
    </Dialog>
  );
}

const LANGUAGES = [
  { value: 'en', label: 'English' },
  { value: 'yo', label: 'Yorùbá' },
  { value: 'ha', label: 'Hausa' },
  { value: 'ig', label: 'Igbo' },
];

type Fields = {
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  language: string;
  identifiedBy: string;
  reason: string;
  lost: LostSecondFactor[];
};
type Body = z.output<typeof correctCustomer.body>;

/** What differs; everything else stays. */
function bodyOf(present: Correction, fields: Fields) {
  const { firstName, lastName, email, phone, language, identifiedBy, reason, lost } = fields;
  return {
    ...(firstName.trim() !== present.firstName && { firstName }),
    ...(lastName.trim() !== present.lastName && { lastName }),
    ...(email.trim() !== present.email && { email }),
    ...(phone.trim() !== (present.phone ?? '') && { phone }),
    ...(language !== present.language && { language }),
    ...(lost.length > 0 && { lost }),
    identifiedBy,
    reason,
  };
}

const NAMES = { mailbox: 'The new mailbox', phone: 'The new number', 'second-factor': 'What is lost' } as const;

/** What still waits, in a sentence each. */
function waitingWords(waiting: readonly WaitingCorrection[]): string {
  if (waiting.length === 0) return 'Done. The customer is told.';
  return waiting
    .map(({ what, for: proof, until }) => {
      const whom = proof === 'link' ? 'its link to be opened' : 'a second member of staff';
      return `${NAMES[what]} waits for ${whom}, until ${formatTimeOrMoment(until)}.`;
    })
    .join(' ');
}

function CorrectForm({ customer, present, onClose }: CorrectDetailsDialogProps & { present: Correction }) {
  const identified = useIdentified(customer.id);
  const ways = useIdentificationWays();
  const correcting = useCorrectCustomer(customer.id);
  const { field, ...form } = useCallForm<Fields, Body, { waiting: readonly WaitingCorrection[] }>({
    schema: correctCustomer.body,
    start: {
      firstName: present.firstName,
      lastName: present.lastName,
      email: present.email,
      phone: present.phone ?? '',
      language: present.language,
      identifiedBy: identified?.name ?? '',
      reason: '',
      lost: [],
    },
    bodyOf: (fields) => bodyOf(present, fields),
    call: correcting.mutateAsync,
    onDone: ({ waiting }) => {
      toast({ title: TITLE, description: waitingWords(waiting) });
      onClose();
    },
  });
  const [identifiedBy, email, phone, lost] = form.form.watch(['identifiedBy', 'email', 'phone', 'lost']);
  const hasCard = ways.data?.find(({ name }) => name === identifiedBy)?.kind === 'card';
  const differs = email.trim() !== present.email || phone.trim() !== (present.phone ?? '') || lost.length > 0;
  const proof = hasCard ? 'Counts once a second member of staff has seen the card too.' : null;
  return (
    <FormDialog title={TITLE} confirm="Correct" form={form} onClose={onClose}>
      <p className="soft">
        {bidiIsolate(customer.name)}, account {formatAccountNumber(customer.accountNumber)}
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="First name" maxLength={100} {...field('firstName')} />
        <Field label="Last name" maxLength={100} {...field('lastName')} />
      </div>
      <p className="field-hint -mt-2">Issued invoices keep the old name, the next one carries the new.</p>
      <Field
        label="Telephone"
        type="tel"
        inputMode="tel"
        hint={`${present.phone ? `Now: ${formatPhone(present.phone)}. ` : ''}${proof ?? 'We text a link to the new number and tell the old one, with “It was not me”.'}`}
        {...field('phone')}
      />
      <Field
        label="Mailbox"
        type="email"
        inputMode="email"
        hint={`${present.email ? `Now: ${present.email}. ` : ''}${proof ?? 'Counts once its own link was opened; until then the old one stays.'}`}
        {...field('email')}
      />
      <SelectField label="Language" options={LANGUAGES} {...field('language')} />
      <Lost present={present} hasCard={hasCard} register={form.form.register('lost')} error={field('lost').error} />
      <IdentifiedByField customer={customer} {...field('identifiedBy')} />
      {differs && (
        <p className="small">
          Signed-in devices: <span className="semi">{present.devices}</span>. All end when a mailbox or number counts.
        </p>
      )}
      <Field
        label="Why"
        maxLength={500}
        hint="It stays on record with your name; the customer does not see it."
        {...field('reason')}
      />
    </FormDialog>
  );
}

type LostProps = {
  present: Correction;
  hasCard: boolean;
  register: object;
  error: string | undefined;
};

/** What the person says they have lost, where a card is seen and there is something of it. */
function Lost({ present: { passkeys, hasApp }, hasCard, register, error }: LostProps) {
  if (!hasCard || (passkeys === 0 && !hasApp)) return null;
  return (
    <fieldset className="grid gap-1">
      <legend className="field-label">Lost, to be taken away</legend>
      {passkeys > 0 && (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="size-5 accent-primary" value="passkeys" {...register} />
          {passkeys === 1 ? 'Their passkey' : `Their ${passkeys} passkeys`}
        </label>
      )}
      {hasApp && (
        <label className="flex min-h-11 items-center gap-3">
          <input type="checkbox" className="size-5 accent-primary" value="app" {...register} />
          Their authenticator app
        </label>
      )}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
