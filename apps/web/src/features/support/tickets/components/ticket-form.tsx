import { type TicketCategory, ticketCategory, ticketPriority } from '@portal/contract/support/tickets';
import { Clock } from 'lucide-react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { ticketCategories } from '../../../../shared/format/ticket-category.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useUser } from '../../../../shared/session/use-session.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../shared/ui/form/text-area-field.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { slaOf } from '../sla-text.ts';
import { ticketPriorities } from '../ticket-labels.ts';
import { useSlaRules } from '../use-sla-rules.ts';
import { useTicketForm } from '../use-ticket-form.ts';
import { AttachmentField } from './attachment-field.tsx';
import { TicketSent } from './ticket-sent.tsx';

/**
 * For signed-in people: category with its SLA, subject, priority,
 * description, files.
 */
export function TicketForm() {
  const t = useText();
  const online = useOnline();
  const user = useUser();
  const { attached, created, restored, category, register, field, submit, discard, busy, refusal } = useTicketForm(
    user?.id ?? 0,
  );
  return (
    <>
      {created && <TicketSent key={created.id} ticket={created} />}
      <form noValidate className="mt-5 grid gap-4" onSubmit={submit}>
        {restored && (
          <div className="soft small flex flex-wrap items-center justify-between gap-x-4">
            <p>{t('This is what you had begun to write. It is kept on this device until you send it.')}</p>
            <Button variant="quiet" className="-mx-2.5" onClick={discard}>
              {t('Start over')}
            </Button>
          </div>
        )}
        <CategoryChoice chosen={category} registration={register('category')} />
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
        <AttachmentField {...attached} />
        {refusal && <Alert kind="bad">{t(refusal)}</Alert>}
        {!online && <Alert kind="warn">{t('You are offline. You can send this once you are connected again.')}</Alert>}
        <div>
          <Button type="submit" size="large" disabled={!online} busy={busy} busyLabel={t('Creating...')}>
            {t('Create Ticket')}
          </Button>
        </div>
      </form>
    </>
  );
}

type CategoryChoiceProps = { chosen: TicketCategory; registration: UseFormRegisterReturn<'category'> };

function CategoryChoice({ chosen, registration }: CategoryChoiceProps) {
  const t = useText();
  const sla = slaOf(chosen, useSlaRules());
  return (
    <fieldset className="min-w-0">
      <legend className="field-label mb-1.5">{t('What is it about?')}</legend>
      <div className="chips">
        {ticketCategory.options.map((value) => (
          <label
            key={value}
            className="chip relative cursor-pointer has-checked:border-ink has-checked:bg-ink has-checked:font-semibold has-checked:text-paper has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)] has-focus-visible:outline-offset-2"
          >
            <input type="radio" value={value} className="absolute inset-0 cursor-pointer opacity-0" {...registration} />
            {t(ticketCategories[value])}
          </label>
        ))}
      </div>
      <p className="soft small mt-2.5 flex gap-2" aria-live="polite">
        <Clock className="icon-small mt-[calc((1lh-16px)/2)] text-primary" />
        {t(sla.text, sla.values)}
      </p>
    </fieldset>
  );
}
