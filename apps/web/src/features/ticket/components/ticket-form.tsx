import { ticketPriority } from '@portal/contract/ticket';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Alert } from '../../../shared/ui/alert.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Field } from '../../../shared/ui/field.tsx';
import { SelectField } from '../../../shared/ui/select-field.tsx';
import { TextAreaField } from '../../../shared/ui/text-area-field.tsx';
import { useOnline } from '../../../shared/ui/use-online.ts';
import { ticketPriorities } from '../ticket-words.ts';
import { useTicketForm } from '../use-ticket-form.ts';

/** For signed-in people: subject, priority, description. */
export function TicketForm() {
  const t = useText();
  const online = useOnline();
  const { field, submit, busy, refusal } = useTicketForm();
  return (
    <form noValidate className="mt-5 grid gap-4" onSubmit={submit}>
      <div className="grid gap-4 sm:grid-cols-[1fr_180px]">
        <Field label={t('Subject')} required maxLength={200} {...field('subject')} />
        <SelectField
          label={t('Priority')}
          options={ticketPriority.options.map((value) => ({ value, label: t(ticketPriorities[value].label) }))}
          {...field('priority')}
        />
      </div>
      <TextAreaField
        label={t('Description')}
        required
        rows={5}
        maxLength={10_000}
        placeholder={t('What happened, and since when?')}
        {...field('description')}
      />
      {refusal && <Alert kind="bad">{t(refusal)}</Alert>}
      {!online && <Alert kind="warn">{t('You are offline. You can send this once you are connected again.')}</Alert>}
      <div>
        <Button type="submit" size="large" disabled={!online} busy={busy} busyLabel={t('Creating...')}>
          {t('Create Ticket')}
        </Button>
      </div>
    </form>
  );
}
