import { checkAccountProof, type ProofCheck } from '@portal/contract/billing/papers/account-proofs';
import { CircleCheck, CircleX } from 'lucide-react';
import { useState } from 'react';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { formatDate, formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { useCheckAccountProof } from '../api/account-proofs.ts';

/** Where a bank or an embassy checks a proof of account: the number and the code off the paper. */
export function CheckProofPanel() {
  const t = useText();
  const online = useOnline();
  const check = useCheckAccountProof();
  const [found, setFound] = useState<ProofCheck | null>(null);
  const { field, submit, busy, failure } = useCallForm({
    schema: checkAccountProof.body,
    start: { number: '', code: '' },
    bodyOf: (values) => values,
    call: (body) => {
      setFound(null);
      return check.mutateAsync(body);
    },
    onDone: setFound,
  });
  return (
    <>
      <div>
        <h1 className="h1">{t('Check a proof of account')}</h1>
        <p className="soft">{t('Enter the number and the code as they stand on the letter in front of you.')}</p>
      </div>
      <form noValidate onSubmit={submit}>
        <Field
          label={t('Number of the letter')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          {...field('number')}
        />
        <Field
          label={t('Code of the letter')}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={60}
          {...field('code')}
        />
        {!online && <Alert kind="warn">{t('You are offline. You can check once you are connected again.')}</Alert>}
        {failure && <Alert kind="bad">{t(failure)}</Alert>}
        <Button type="submit" size="large" block disabled={!online} busy={busy} busyLabel={t('Checking...')}>
          {t('Check')}
        </Button>
      </form>
      <div aria-live="polite">{found && <Outcome found={found} />}</div>
    </>
  );
}

function Outcome({ found }: { found: ProofCheck }) {
  const t = useText();
  const isValid = found.state === 'valid';
  const { number, issuer, issuedAt, name, since, paidUntil, address } = found;
  const facts = [
    [t('Number'), number],
    [t('Issued by'), issuer],
    [t('Issued on'), formatDate(issuedAt)],
    ...(name ? [[t('Name begins with'), name]] : []),
    ...(since ? [[t('Customer since'), formatDate(since)]] : []),
    ...(address
      ? [
          [t('Internet address'), address.address],
          [t('Date and time'), formatMoment(address.at)],
          [t('Account numbers'), address.accountNumbers.join(', ') || t('None')],
        ]
      : []),
    ...(isValid && !address
      ? [[t('Paid until'), paidUntil ? formatDate(paidUntil) : t('Nothing was paid for then')]]
      : []),
  ];
  const Mark = isValid ? CircleCheck : CircleX;
  return (
    <section className="border-line border-t pt-5" aria-labelledby="proof-outcome">
      <h2 className="h4 flex items-center gap-2" id="proof-outcome">
        <Mark className={`size-6 flex-none ${isValid ? 'text-ok' : 'text-bad'}`} aria-hidden="true" />
        {isValid ? t('This letter is ours') : t('This letter was withdrawn')}
      </h2>
      <p className="soft mt-1">
        {isValid
          ? t('Compare it with the letter: what we said on that day, and no more than stands on it.')
          : t('It was issued by us and does not count any more.')}
      </p>
      <dl className="mt-3 grid gap-2">
        {facts.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4">
            <dt className="soft">{label}</dt>
            <dd className="semi wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
