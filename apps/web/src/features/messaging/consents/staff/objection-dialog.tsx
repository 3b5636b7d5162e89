import { readTimeline } from '@portal/contract/console/customer-notes';
import { recordObjection } from '@portal/contract/messaging/consents';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { ConfirmDialog } from '../../../../shared/staff/confirm-dialog.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';

type ObjectionDialogProps = {
  customer: { readonly id: number; readonly name: string };
  onClose: () => void;
};

/** Records that a customer wants no offers, as they said to staff; after asking. */
export function ObjectionDialog({ customer: { id, name }, onClose }: ObjectionDialogProps) {
  const client = useQueryClient();
  const recording = useMutation({
    mutationFn: (_: null) => callEndpoint(recordObjection, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: [readTimeline.path, id] }),
  });
  const record = useMutateOnce(recording);
  return (
    <ConfirmDialog
      title="Record the objection?"
      confirm="Record it"
      busy={recording.isPending}
      error={recording.error}
      onConfirm={() =>
        record(null, {
          onSuccess: ({ message }) => {
            toast({ title: 'Objection recorded', description: message });
            onClose();
          },
        })
      }
      onClose={onClose}
    >
      {bidiIsolate(name)} gets no offers by mail, text or on devices from now on, also none that are already waiting to
      be sent. Only they can agree to offers again, in their account.
    </ConfirmDialog>
  );
}
