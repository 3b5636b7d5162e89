import { type CallBack, moveCallBack, scheduleCallBack } from '@portal/contract/console/call-backs';
import { useRef } from 'react';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { fromLagosInput, toLagosInput } from '../../../../../shared/format/lagos-input.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useMoveCallBack, useScheduleCallBack } from '../api/call-backs.ts';

const LABEL = 'When (Lagos time)';

/** The moment that a field means; empty as it is, so that the schema names what is missing. */
function momentOf(field: string): string {
  const at = fromLagosInput(field);
  return at === null ? '' : new Date(at).toISOString();
}

/** Arranges to call a customer back, for any reason. */
export function ScheduleCallBackDialog({
  customer,
  onClose,
}: {
  customer: { readonly id: number };
  onClose: () => void;
}) {
  const clientRequestId = useRef(newClientId());
  const { mutateAsync } = useScheduleCallBack(customer.id);
  const { field, ...form } = useCallForm({
    schema: scheduleCallBack.body,
    start: { at: '', about: '' },
    bodyOf: ({ at, about }) => ({ at: momentOf(at), about, clientRequestId: clientRequestId.current }),
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Call back', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Call back" confirm="Arrange the call" form={form} onClose={onClose}>
      <Field label={LABEL} type="datetime-local" min={toLagosInput(now())} {...field('at')} />
      <Field label="What it is about" maxLength={500} autoComplete="off" {...field('about')} />
    </FormDialog>
  );
}

/** Moves a call to another time. */
export function MoveCallBackDialog({ callBack, onClose }: { callBack: CallBack; onClose: () => void }) {
  const { mutateAsync } = useMoveCallBack(callBack.id);
  const { field, ...form } = useCallForm({
    schema: moveCallBack.body,
    start: { at: toLagosInput(new Date(callBack.at)) },
    bodyOf: ({ at }) => ({ at: momentOf(at) }),
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Call back', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Another time" confirm="Move the call" form={form} onClose={onClose}>
      <Field label={LABEL} type="datetime-local" min={toLagosInput(now())} {...field('at')} />
    </FormDialog>
  );
}
