import type { StaffAgent, StaffChat } from '@portal/contract/support/staff-chat';
import { useState } from 'react';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useAgentConnection } from '../agent-connection.tsx';
import { useTransferChat } from '../api/change-chat.ts';
import { useAgents } from '../api/presence.ts';
import { sayNot } from '../use-chat-actions.ts';
import { RadioRows } from './radio-rows.tsx';

const QUEUE = 'queue';

export type TransferDialogProps = { chat: StaffChat; open: boolean; onClose: () => void };

/** The target of the transfer: a colleague who accepts chats now, or the queue. */
export function TransferDialog({ chat, open, onClose }: TransferDialogProps) {
  const [to, setTo] = useState(QUEUE);
  const transfer = useTransferChat(chat.id);
  const send = useMutateOnce(transfer);
  function hand() {
    send(to === QUEUE ? null : Number(to), {
      onSuccess: ({ message }) => {
        toast({ title: 'Handed over', description: message });
        onClose();
      },
      onError: (failure) => sayNot('Not handed over', failure),
    });
  }
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Transfer this chat"
      actions={
        <>
          <Button busy={transfer.isPending} busyLabel="Transferring..." onClick={hand}>
            Transfer
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <p className="soft mt-2 mb-3">Whoever takes over sees everything that was said, and the notes.</p>
      <Colleagues to={to} onChange={setTo} />
    </Dialog>
  );
}

function Colleagues({ to, onChange }: { to: string; onChange: (to: string) => void }) {
  const { userId } = useAgentConnection();
  const agents = useAgents();
  return (
    <AsyncBoundary
      query={agents}
      failure="We could not ask who is there"
      skeleton={<Skeleton className="h-40 w-full" />}
    >
      {(everybody) => (
        <RadioRows
          legend="To"
          options={[
            { value: QUEUE, label: 'Back to the queue', hint: 'In the place it had; any agent can take it.' },
            ...everybody.filter(({ id, takesChats }) => takesChats && id !== userId).map(optionOf),
          ]}
          value={to}
          onChange={onChange}
        />
      )}
    </AsyncBoundary>
  );
}

function optionOf({ id, name, presence, activeChats }: StaffAgent) {
  const busy = activeChats === 1 ? '1 chat' : `${activeChats} chats`;
  const hint = { available: `Available, ${busy}`, away: `Away, ${busy}`, offline: 'Not there' }[presence];
  return { value: String(id), label: name, hint, disabled: presence !== 'available' };
}
