import type { CustomerPage } from '@portal/contract/console/customers';
import {
  liftSignInThrottle,
  removeSecondFactor,
  type SignInHelp,
  sendPasswordLink,
} from '@portal/contract/identity/sign-in-help';
import { Mail, MessageCircle } from 'lucide-react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { FormDialog, ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { IdentifiedByField } from '../../../corrections/staff/components/identified-by-field.tsx';
import { useIdentified } from '../../../corrections/staff/identified.ts';
import { useLiftThrottle, useRemoveSecondFactor, useSendPasswordLink } from '../api/sign-in-help.ts';

type DialogProps = { customer: CustomerPage; onClose: () => void };

const WAYS = [
  { by: 'email', label: 'By mail', Icon: Mail },
  { by: 'text', label: 'By text', Icon: MessageCircle },
] as const;

/** Where the link can go, and what staff read below the choice. */
function placesOf({ mailbox, number }: SignInHelp) {
  return {
    email: mailbox && `To ${mailbox.email}. It works once, for an hour.`,
    text: number?.takesLinks ? `To ${formatPhone(number.phone)}. It works once, for ten minutes.` : null,
  };
}

/** Sends the link for a new password by mail, or by text to the verified number. */
export function SendLinkDialog({ customer, help, onClose }: DialogProps & { help: SignInHelp }) {
  const places = placesOf(help);
  const { mutateAsync } = useSendPasswordLink(customer.id);
  const { field, ...form } = useCallForm({
    schema: sendPasswordLink.body,
    start: { by: places.email ? 'email' : 'text' },
    bodyOf: (values) => values,
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'The link is sent', description: message });
      onClose();
    },
  });
  const { error: _error, ...way } = field('by');
  const by = form.form.watch('by') === 'text' ? 'text' : 'email';
  if (!places.email && !places.text) return <NoPlaceDialog onClose={onClose} />;
  return (
    <FormDialog title="Send a link" confirm="Send the link" busyLabel="Sending..." form={form} onClose={onClose}>
      <p className="soft">
        With it {bidiIsolate(customer.name)} sets a new password, which signs out every device. An older link ends.
      </p>
      <fieldset className="min-w-0">
        <legend className="sr-only">How</legend>
        <div className="grid grid-cols-2 overflow-hidden rounded-control border border-line-strong">
          {WAYS.map(({ by: value, label, Icon }) => (
            <label
              key={value}
              className="relative flex min-h-12 cursor-pointer items-center justify-center gap-2 border-line border-l font-semibold first:border-l-0 has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)] has-focus-visible:-outline-offset-3 has-disabled:cursor-default has-disabled:bg-well has-disabled:text-ink-3"
            >
              <input
                type="radio"
                value={value}
                disabled={!places[value]}
                className="absolute inset-0 cursor-pointer opacity-0"
                {...way}
              />
              <Icon className="size-5" aria-hidden="true" />
              {label}
            </label>
          ))}
        </div>
        <p className="soft small mt-2 wrap-anywhere">
          {places[by]}
          {!places.text && ' A text needs a verified number, and there is none.'}
          {by === 'text' && help.mailbox && ' Their mailbox is told of it.'}
        </p>
      </fieldset>
    </FormDialog>
  );
}

function NoPlaceDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open title="Send a link" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <p className="soft mt-3">
        There is neither a mailbox nor a verified number that a link could go to. Correct the details first: the
        customer proves a new one by its own link.
      </p>
    </Dialog>
  );
}

/** Lets the customer try again at once. */
export function LiftThrottleDialog({ customer, onClose }: DialogProps) {
  const { mutateAsync } = useLiftThrottle(customer.id);
  const name = bidiIsolate(customer.name);
  return (
    <ReasonDialog
      title="Let them try again?"
      doneTitle="They may try again"
      confirm="Let them try again"
      schema={liftSignInThrottle.query}
      call={mutateAsync}
      onClose={onClose}
    >
      <p className="soft">
        What was counted of wrong passwords and codes for {name} is forgotten, on every device. Whoever guesses at this
        account may guess again, too. Others stay counted, and {name} is told.
      </p>
    </ReasonDialog>
  );
}

/** Asks a second member of staff to take the lost app away. */
export function RemoveAppDialog({ customer, onClose }: DialogProps) {
  const identified = useIdentified(customer.id);
  const { mutateAsync } = useRemoveSecondFactor(customer.id);
  const { field, ...form } = useCallForm({
    schema: removeSecondFactor.body,
    start: { identifiedBy: identified?.name ?? '', reason: '' },
    bodyOf: (values) => values,
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'It waits for a second person', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Take the app away?" confirm="Ask a second person" form={form} onClose={onClose}>
      <p className="soft">
        Their authenticator app and its recovery codes go, and every device is signed out, once a second member of staff
        has seen the card, too. {bidiIsolate(customer.name)} is told now, and again when it is done.
      </p>
      <IdentifiedByField customer={customer} {...field('identifiedBy')} />
      <Field
        label="Why"
        maxLength={500}
        hint="It stays on record with your name; the customer does not see it."
        {...field('reason')}
      />
    </FormDialog>
  );
}
