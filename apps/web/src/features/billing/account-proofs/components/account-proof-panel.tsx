import { createAccountProof } from '@portal/contract/billing/papers/account-proofs';
import { Download } from 'lucide-react';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { useLanguage, useText } from '../../../../shared/i18n/use-text.ts';
import { chosenLine } from '../../../../shared/session/chosen-line.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { proofDocument, useAccountProofs, useCreateAccountProof } from '../api/account-proofs.ts';
import { letterLanguages } from '../letter-languages.ts';

/** Letters for a bank, an embassy or a landlord: a new one, and those that were issued. */
export function AccountProofPanel() {
  const t = useText();
  const online = useOnline();
  const { mutateAsync } = useCreateAccountProof();
  const language = useLanguage();
  const line = chosenLine();
  const { field, submit, busy, failure } = useCallForm({
    schema: createAccountProof.body,
    start: { language: language as string },
    bodyOf: (values) => ({ ...values, ...(line !== null && { lineId: Number(line) }) }),
    call: mutateAsync,
    onDone: ({ message, proof }) => toast({ title: t(message), description: proof.number }),
  });
  return (
    <section aria-labelledby="account-proofs" className="border-ink border-t pt-5">
      <h2 className="h4" id="account-proofs">
        {t('Proof of account')}
      </h2>
      <p className="soft mt-1 mb-4">
        {t('A letter “to whom it may concern”: your name and place, since when, and paid until. Anybody can check it.')}
      </p>
      <form noValidate className="flex flex-wrap items-end gap-3" onSubmit={submit}>
        <div className="min-w-48 flex-1">
          <SelectField label={t('Language of the letter')} options={letterLanguages} {...field('language')} />
        </div>
        <Button type="submit" variant="secondary" disabled={!online} busy={busy} busyLabel={t('Preparing...')}>
          {t('Get the letter')}
        </Button>
      </form>
      <div className="mt-4 grid gap-3 empty:hidden">
        {failure && <Alert kind="bad">{t(failure)}</Alert>}
        {!online && <Alert kind="warn">{t('You are offline. You can get it once you are connected again.')}</Alert>}
      </div>
      <IssuedProofs />
    </section>
  );
}

/** The letters that were issued, each to download again as it was. */
function IssuedProofs() {
  const t = useText();
  const proofs = useAccountProofs();
  return (
    <AsyncBoundary
      query={proofs}
      failure={t('We could not load your letters')}
      skeleton={<Skeleton className="mt-4 h-12 w-full" />}
    >
      {(loaded) => (
        <ul className="mt-4 empty:hidden">
          {loaded.map(({ number, issuedAt, language: code, withdrawnAt }) => (
            <li key={number} className="flex flex-wrap items-center justify-between gap-x-4 border-line border-t py-2">
              <div>
                <p className="semi">{number}</p>
                <p className="soft small">
                  {formatDate(issuedAt)}, {letterLanguages.find(({ value }) => value === code)?.label}
                  {withdrawnAt && `, ${t('withdrawn on {date}', { date: formatDate(withdrawnAt) })}`}
                </p>
              </div>
              <a
                className="link inline-flex min-h-11 items-center gap-1.5"
                href={proofDocument(number)}
                download
                aria-label={t('{number} as a PDF', { number })}
              >
                <Download className="icon-small" />
                {t('PDF')}
              </a>
            </li>
          ))}
        </ul>
      )}
    </AsyncBoundary>
  );
}
