import type { StaffChat } from '@portal/contract/support/staff-chat';
import { linkChatContact } from '@portal/contract/support/staff-chat';
import { UserRoundCheck } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useCustomer } from '../../../../features/console/customers/staff/api/get-customer.ts';
import { IdentifiedByField } from '../../../../features/identity/corrections/staff/components/identified-by-field.tsx';
import { useLinkContact } from '../../../../features/support/chat/staff/api/change-chat.ts';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatPhone } from '../../../../shared/format/phone.ts';
import { Allowed } from '../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { CustomerDialog } from '../../console/customer-picker.tsx';

/** Beside the conversation of somebody whose account we do not know: who they say they are, and how to say whose it is. */
export function StrangerAside({ chat }: { chat: StaffChat }) {
  const [chosen, setChosen] = useState<'choosing' | number | null>(null);
  const { contact } = chat;
  if (!contact) return null;
  return (
    <div className="grid gap-4">
      <h3 className="semi">Not a known customer</h3>
      <p className="soft">
        {contact.name ? `${bidiIsolate(contact.name)} writes` : 'They write'} from {formatPhone(contact.address)}, which
        no customer has verified. Say nothing about an account before you know who it is.
      </p>
      {!contact.isGone && (
        <Allowed to={linkChatContact}>
          <Button variant="secondary" onClick={() => setChosen('choosing')}>
            <UserRoundCheck className="icon-small" />
            Say which customer it is
          </Button>
        </Allowed>
      )}
      {chosen === 'choosing' && (
        <CustomerDialog
          title="Which customer is it?"
          onClose={() => setChosen(null)}
          onChoose={(id) => setChosen(Number(id))}
        />
      )}
      {typeof chosen === 'number' && <LinkDialog chat={chat} customerId={chosen} onClose={() => setChosen(null)} />}
    </div>
  );
}

type LinkDialogProps = { chat: StaffChat; customerId: number; onClose: () => void };

function LinkDialog({ chat, customerId, onClose }: LinkDialogProps) {
  const customer = useCustomer(customerId).data;
  const { register, handleSubmit, formState } = useForm({ defaultValues: { identifiedBy: '' } });
  const linking = useLinkContact(chat.id);
  const link = useMutateOnce(linking);
  const name = bidiIsolate(customer?.name ?? `customer no. ${customerId}`);
  function apply({ identifiedBy }: { identifiedBy: string }) {
    link(
      { customerId, identifiedBy },
      {
        onSuccess: ({ message }) => {
          onClose();
          toast({ title: 'Customer noted', description: message });
        },
      },
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Is it ${name}?`}
      actions={
        <>
          <Button busy={linking.isPending} busyLabel="Saving..." onClick={() => void handleSubmit(apply)()}>
            It is {name}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="soft mt-3 mb-4">
        All that was written from this number then belongs to {name}, until somebody else has the number.
      </p>
      <IdentifiedByField
        customer={{ phoneVerified: customer?.phoneVerified ?? false }}
        error={formState.errors.identifiedBy?.message}
        {...register('identifiedBy', { required: 'Choose how you know who it is.' })}
      />
      {linking.error && (
        <Alert kind="bad" className="mt-4">
          {messageOf(linking.error)}
        </Alert>
      )}
    </Dialog>
  );
}
