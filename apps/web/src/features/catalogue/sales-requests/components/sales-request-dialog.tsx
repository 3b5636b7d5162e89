import { type SalesRequestForm, salesRequestForm } from '@portal/contract/catalogue/plans';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { formResolver } from '../../../../shared/api/form-resolver.ts';
import { showServerErrors } from '../../../../shared/api/show-server-errors.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../shared/ui/form/text-area-field.tsx';
import { useSendSalesRequest } from '../api/send-sales-request.ts';

const TITLES = { 'contact-sales': phrase('Contact sales'), quote: phrase('Get a quote') } as const;

const FIELDS = ['name', 'email', 'phone', 'organisation', 'message'] as const;

export type SalesRequestDialogProps = {
  kind: SalesRequestForm['kind'];
  /** The visitor's known details and filters. */
  start: { name: string; email: string; phone: string; message: string };
  onClose: () => void;
};

/**
 * Sends a request to sales, signed in or not; ends with the number to quote when calling about it.
 */
export function SalesRequestDialog({ kind, start, onClose }: SalesRequestDialogProps) {
  const t = useText();
  const formId = useId();
  const request = useSendSalesRequest();
  if (request.data) {
    return (
      <Dialog open onClose={onClose} title={t('Request sent')} actions={<Button onClick={onClose}>{t('Done')}</Button>}>
        <p className="soft mt-3">
          <Sentence
            text="Your request number is {number}. We answer by email; give this number if you call."
            parts={{ number: <strong className="text-ink">{request.data.requestNumber}</strong> }}
          />
        </p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t(TITLES[kind])}
      actions={
        <>
          <Button type="submit" form={formId} busy={request.isPending} busyLabel={t('Sending...')}>
            {t('Send request')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('Cancel')}
          </Button>
        </>
      }
    >
      <SalesRequestFields id={formId} kind={kind} start={start} request={request} />
    </Dialog>
  );
}

type SalesRequestFieldsProps = {
  id: string;
  kind: SalesRequestForm['kind'];
  start: SalesRequestDialogProps['start'];
  request: ReturnType<typeof useSendSalesRequest>;
};

function SalesRequestFields({ id, kind, start, request }: SalesRequestFieldsProps) {
  const t = useText();
  const requestForm = useForm({
    resolver: formResolver(salesRequestForm),
    defaultValues: { ...start, kind, organisation: '', website: '' },
    mode: 'onTouched',
  });
  const { register, handleSubmit, formState } = requestForm;
  const oneAtATime = useOneAtATime();
  async function send(form: SalesRequestForm) {
    // an error without a field is shown from the request's own state
    await request.mutateAsync(form).catch((failure) => showServerErrors(requestForm, failure, FIELDS));
  }
  const field = (name: keyof SalesRequestForm) => ({
    ...register(name),
    error: formState.errors[name]?.message,
  });
  return (
    <form
      id={id}
      noValidate
      className="mt-5 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        oneAtATime(handleSubmit(send));
      }}
    >
      <Field label={t('Name')} autoComplete="name" maxLength={100} {...field('name')} />
      <Field label={t('Email')} type="email" autoComplete="email" maxLength={255} {...field('email')} />
      <Field label={t('Phone (optional)')} type="tel" autoComplete="tel" maxLength={20} {...field('phone')} />
      <Field
        label={t('Organisation (optional)')}
        autoComplete="organization"
        maxLength={150}
        {...field('organisation')}
      />
      <TextAreaField label={t('What do you need?')} rows={4} maxLength={2000} {...field('message')} />
      {/* A honeypot for programs that fill in every field: people neither see nor reach it. */}
      <div className="hidden" aria-hidden="true">
        <input type="text" tabIndex={-1} autoComplete="off" {...register('website')} />
      </div>
      {request.isError && (
        <Alert kind="bad">
          {t(messageOf(request.error, phrase('Your request could not be sent. Check your connection and try again.')))}
        </Alert>
      )}
    </form>
  );
}
