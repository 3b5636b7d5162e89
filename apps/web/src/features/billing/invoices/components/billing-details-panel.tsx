import { type BillingDetails, saveBillingDetails } from '@portal/contract/billing/billing-details';
import { Suspense } from 'react';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { lazyComponent } from '../../../../shared/ui/async/lazy-component.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { TextAreaField } from '../../../../shared/ui/form/text-area-field.tsx';
import { useBillingDetails } from '../api/get-billing-details.ts';
import { useInvoices } from '../api/list-invoices.ts';
import { useSaveBillingDetails } from '../api/save-billing-details.ts';

/** Only where the tax authority waits for a detail. */
const MissingDetail = lazyComponent(
  async () => (await import('../../e-invoices/components/invoice-registration.tsx')).MissingDetail,
);

/** What stands on invoices besides the customer's name, for those who keep books. */
export function BillingDetailsPanel() {
  const t = useText();
  const details = useBillingDetails();
  const lacks = useInvoices().data?.find(({ registration }) => registration?.lacks)?.registration?.lacks;
  return (
    <section aria-labelledby="billing-details" className="border-ink border-t pt-5">
      <h2 className="h4" id="billing-details">
        {t('Details on your invoices')}
      </h2>
      <p className="soft mt-1 mb-4">{t('For companies, and whoever needs more than a name on a bill.')}</p>
      {lacks && (
        <Suspense fallback={null}>
          <MissingDetail lacks={lacks} />
        </Suspense>
      )}
      <AsyncBoundary
        query={details}
        failure={t('We could not load your billing details')}
        skeleton={<Skeleton className="h-72 w-full" />}
      >
        {(loaded) => <DetailsForm details={loaded} />}
      </AsyncBoundary>
    </section>
  );
}

function DetailsForm({ details }: { details: BillingDetails }) {
  const t = useText();
  const { mutateAsync } = useSaveBillingDetails();
  const { companyName, address, taxId } = details;
  const { field, submit, busy, failure } = useCallForm({
    schema: saveBillingDetails.body,
    start: { companyName: companyName ?? '', address: address ?? '', taxId: taxId ?? '' },
    bodyOf: (values) => values,
    call: mutateAsync,
    onDone: ({ message }) =>
      toast({
        title: t(message),
        description: t('They are on every invoice from now on. Earlier ones stay as they are.'),
      }),
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field
        label={t('Company name')}
        autoComplete="organization"
        maxLength={150}
        hint={t('Stands in place of your name.')}
        {...field('companyName')}
      />
      <TextAreaField
        label={t('Address')}
        rows={3}
        maxLength={300}
        autoComplete="street-address"
        {...field('address')}
      />
      <Field label={t('Tax ID (TIN)')} autoComplete="off" maxLength={20} {...field('taxId')} />
      {failure && <Alert kind="bad">{t(failure)}</Alert>}
      <Button type="submit" className="justify-self-start" busy={busy} busyLabel={t('Saving...')}>
        {t('Save details')}
      </Button>
    </form>
  );
}
