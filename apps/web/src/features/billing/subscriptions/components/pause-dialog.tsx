import { pauseSubscription } from '@portal/contract/billing/subscriptions';
import { DAY_MS } from '@portal/kernel/calendar';
import { useWatch } from 'react-hook-form';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { useNow } from '../../../../shared/ui/hooks/use-now.ts';
import { usePauseSubscription } from '../api/pause-subscription.ts';

const USUAL_DAYS = '30';
const MINUTE_MS = 60_000;

/** Asks for the number of days, shows when the line comes back, and pauses it. */
export function PauseDialog({ onClose }: { onClose: () => void }) {
  const t = useText();
  const now = useNow(MINUTE_MS);
  const { mutateAsync } = usePauseSubscription();
  const { form, field, submit, busy, failure } = useCallForm({
    schema: pauseSubscription.body,
    start: { days: USUAL_DAYS },
    bodyOf: ({ days }) => ({ days: days.trim() === '' ? undefined : Number(days) }),
    call: mutateAsync,
    onDone: ({ message }) => {
      toast({ title: t('Paused'), description: t(message) });
      onClose();
    },
  });
  const chosen = pauseSubscription.body.safeParse({ days: Number(useWatch({ control: form.control, name: 'days' })) });
  const back = chosen.success ? new Date(now.getTime() + chosen.data.days * DAY_MS).toISOString() : null;
  return (
    <Dialog
      open
      onClose={() => {
        if (!busy) onClose();
      }}
      title={t('Pause your line?')}
      actions={
        <>
          <Button type="submit" form="pause-form" busy={busy} busyLabel={t('Pausing...')}>
            {t('Pause my line')}
          </Button>
          <Button variant="secondary" disabled={busy} onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <p className="soft mt-2">
        {t('Your line goes off now. You can come back earlier at any time, but pause only once a year.')}
      </p>
      <form id="pause-form" noValidate className="my-5 grid gap-4" onSubmit={submit}>
        <Field
          label={t('For how many days?')}
          type="text"
          inputMode="numeric"
          maxLength={2}
          autoComplete="off"
          hint={back ? t('Your line comes back by itself on {date}.', { date: formatDate(back) }) : t('7 to 90 days')}
          {...field('days')}
        />
        {failure && <Alert kind="bad">{t(failure)}</Alert>}
      </form>
    </Dialog>
  );
}
