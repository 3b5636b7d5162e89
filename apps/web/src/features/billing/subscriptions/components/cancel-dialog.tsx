import { cancelSubscription } from '@portal/contract/billing/subscriptions';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { TextAreaField } from '../../../../shared/ui/form/text-area-field.tsx';
import { useCancelSubscription } from '../api/cancel-subscription.ts';

export type CancelDialogProps = {
  /** The effect of cancelling this subscription. */
  effect: string;
  onClose: () => void;
};

/** Shows the effect of cancelling, asks for the reason, and cancels. */
export function CancelDialog({ effect, onClose }: CancelDialogProps) {
  const t = useText();
  const { mutateAsync } = useCancelSubscription();
  const { field, submit, busy, failure } = useCallForm({
    schema: cancelSubscription.body,
    start: { reason: '' },
    bodyOf: (values) => values,
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: t('Cancelled'), description: t(message) });
      onClose();
    },
  });
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      title={t('Cancel your subscription?')}
      actions={
        <>
          <Button type="submit" form="cancel-form" busy={busy} busyLabel={t('Cancelling...')}>
            {t('Cancel subscription')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Keep my line')}
          </Button>
        </>
      }
    >
      <p className="soft mt-2">{effect}</p>
      <form id="cancel-form" noValidate className="my-5 grid gap-4" onSubmit={submit}>
        <TextAreaField
          label={t('Why are you leaving?')}
          rows={3}
          maxLength={500}
          hint={t('It helps us to do better.')}
          {...field('reason')}
        />
        {failure && <Alert kind="bad">{t(failure)}</Alert>}
      </form>
    </Dialog>
  );
}
