import { type Company, getAccountStatement, saveOwnCompany } from '@portal/contract/billing/companies';
import { useState } from 'react';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { now } from '../../../../shared/format/clock.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { OneLineAmount } from '../../../../shared/ui/layout/one-line-amount.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { useAccountStatement } from '../api/account-statement.ts';
import { useCompany, useSaveCompany } from '../api/company.ts';
import { lastMonths } from '../statement-range.ts';
import { StatementDays } from './statement-days.tsx';
import { StatementTable } from './statement-table.tsx';

/** A company's one invoice a month: what is owed and when the next comes, its own details, its statement. */
export function CompanyPanel() {
  const t = useText();
  const company = useCompany();
  return (
    <AsyncBoundary
      query={company}
      failure={t('We could not load how you are billed')}
      skeleton={<Skeleton className="h-96 w-full" />}
    >
      {({ company: loaded }) => loaded && <Billing company={loaded} />}
    </AsyncBoundary>
  );
}

/** What a company pays instead of a month of one line, and why it has no Auto-Pay. */
export function PayCompanyInvoices() {
  const t = useText();
  const company = useCompany();
  const outstanding = company.data?.company?.outstanding ?? 0;
  return (
    <Panel>
      <h2 className="h4 mb-4">{t('Outstanding')}</h2>
      <OneLineAmount largest="var(--text-figure)" naira={outstanding} />
      {outstanding === 0 && <p className="soft mt-2">{t('Nothing is outstanding.')}</p>}
      <p className="mt-4">
        {t('You pay the invoice of the month, not each line, so there is no Auto-Pay for your account.')}
      </p>
      {outstanding > 0 && (
        <ButtonLink className="mt-5" to="/payment">
          {t('Pay what is outstanding')}
        </ButtonLink>
      )}
    </Panel>
  );
}

function Billing({ company }: { company: Company }) {
  const t = useText();
  const { outstanding, nextInvoiceAt, paymentTermsDays, suspendedAt } = company;
  return (
    <section aria-labelledby="company" className="min-w-0 border-ink border-t pt-5">
      <h2 className="h4" id="company">
        {t('One invoice for all lines')}
      </h2>
      {suspendedAt && (
        <Alert kind="bad" className="mt-4">
          {t('Your lines are off because an invoice is unpaid. Pay it and they are connected again.')}
        </Alert>
      )}
      <div className="mt-4 grid items-start gap-8 lg:grid-cols-2 lg:gap-12">
        <DescriptionList
          facts={[
            { label: t('Outstanding'), value: formatExactNaira(outstanding) },
            { label: t('Next invoice'), value: formatDate(nextInvoiceAt) },
            { label: t('Payment terms'), value: t('{days} days', { days: paymentTermsDays }) },
          ]}
        />
        <OwnDetails company={company} />
      </div>
      <OwnStatement />
    </section>
  );
}

function OwnDetails({ company }: { company: Company }) {
  const t = useText();
  const { mutateAsync } = useSaveCompany();
  const { purchaseOrder, billContactName, billContactEmail } = company;
  const { field, submit, busy, failure } = useCallForm({
    schema: saveOwnCompany.body,
    start: {
      purchaseOrder: purchaseOrder ?? '',
      billContactName: billContactName ?? '',
      billContactEmail: billContactEmail ?? '',
    },
    bodyOf: (values) => values,
    call: mutateAsync,
    onDone: ({ message }) => toast({ title: t(message), description: t('It counts from your next invoice on.') }),
  });
  return (
    <form noValidate className="grid gap-4" onSubmit={submit}>
      <Field
        label={t('Purchase order')}
        autoComplete="off"
        maxLength={50}
        hint={t('Your own number, printed on each invoice.')}
        {...field('purchaseOrder')}
      />
      <Field label={t('Contact for bills')} autoComplete="off" maxLength={150} {...field('billContactName')} />
      <Field
        label={t('Their email address')}
        type="email"
        autoComplete="off"
        hint={t('Invoices and reminders go there.')}
        {...field('billContactEmail')}
      />
      {failure && <Alert kind="bad">{t(failure)}</Alert>}
      <Button type="submit" className="justify-self-start" busy={busy} busyLabel={t('Saving...')}>
        {t('Save for my invoices')}
      </Button>
    </form>
  );
}

function OwnStatement() {
  const t = useText();
  const [range, setRange] = useState(() => lastMonths(now()));
  const statement = useAccountStatement(range);
  return (
    <section aria-labelledby="account-statement" className="mt-8">
      <h3 className="h4 mb-4" id="account-statement">
        {t('Statement of account')}
      </h3>
      <StatementDays range={range} onRange={setRange} path={getAccountStatement.path} />
      <AsyncBoundary
        query={statement}
        failure={t('We could not load your statement')}
        skeleton={<Skeleton className="h-40 w-full" />}
      >
        {(loaded) => <StatementTable statement={loaded} />}
      </AsyncBoundary>
    </section>
  );
}
