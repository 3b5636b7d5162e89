import { grievanceForm } from '@portal/contract/identity/grievances';
import { useRef } from 'react';
import { newClientId } from '../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../shared/ui/form/text-area-field.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { useSubmitGrievance } from '../api/grievances.ts';

type GrievanceFormProps = {
  /** What is written in it already. */
  start?: { readonly what: string; readonly since: string; readonly wanted: string };
  /** It was sent, or cancelled. */
  onClose: () => void;
};

/** What happened, since when, and what the customer wants; what was written stays until it is sent. */
export function GrievanceForm({ start, onClose }: GrievanceFormProps) {
  const t = useText();
  const online = useOnline();
  const { mutateAsync } = useSubmitGrievance();
  // Of this grievance, so that it is taken once however often it is sent.
  const clientGrievanceId = useRef(newClientId());
  const { failure, busy, submit, field } = useCallForm({
    schema: grievanceForm,
    start: start ?? { what: '', since: '', wanted: '' },
    bodyOf: (fields) => ({ ...fields, clientGrievanceId: clientGrievanceId.current }),
    call: mutateAsync,
    onDone: ({ grievance: { number, dueAt } }) => {
      onClose();
      toast({
        title: t('We have your grievance {number}', { number }),
        description: t('We look into what you wrote and answer you by {date}.', { date: formatDate(dueAt) }),
      });
    },
  });
  return (
    <form noValidate className="mt-5 grid gap-4" onSubmit={submit}>
      <TextAreaField label={t('What has happened?')} required rows={4} maxLength={4000} {...field('what')} />
      <Field label={t('Since when?')} required maxLength={200} {...field('since')} />
      <TextAreaField label={t('What do you want us to do?')} required rows={3} maxLength={2000} {...field('wanted')} />
      {failure && <Alert kind="bad">{t(failure)}</Alert>}
      {!online && <Alert kind="warn">{t('You are offline. You can send this once you are connected again.')}</Alert>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={!online} busy={busy} busyLabel={t('Sending...')}>
          {t('Send the grievance')}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}
