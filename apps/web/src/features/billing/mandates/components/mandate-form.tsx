import { type FormEvent, useRef, useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { ConsentCheckbox } from '../../payments/components/consent-checkbox.tsx';
import { useMandateBanks, useSetUpMandate } from '../api/mandates.ts';

const ACCOUNT_NUMBER = /^\d{10}$/;

/** Asks for a mandate, and leads to the page on which the customer approves it. */
export function MandateForm({ consent, onCancel }: { consent: string; onCancel: () => void }) {
  const t = useText();
  const banks = useMandateBanks();
  const setUp = useSetUpMandate();
  const oneAtATime = useOneAtATime();
  const box = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [bankCode, setBankCode] = useState('');
  const [number, setNumber] = useState('');
  const [agreed, setAgreed] = useState(false);
  const [asked, setAsked] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const digits = number.replaceAll(/\s/g, '');
  const isNumberGood = bankCode === '' || ACCOUNT_NUMBER.test(digits);
  function submit(event: FormEvent) {
    event.preventDefault();
    setAsked(true);
    if (!isNumberGood) return field.current?.focus();
    if (!agreed) return box.current?.focus();
    oneAtATime(async () => {
      try {
        const { approvalUrl } = await setUp.mutateAsync(bankCode === '' ? undefined : { bankCode, number: digits });
        setLeaving(true);
        window.location.assign(approvalUrl);
      } catch {
        // Shown above the button.
      }
    });
  }
  return (
    <form className="grid gap-4" noValidate onSubmit={submit}>
      <SelectField
        label={t('Your bank')}
        hint={banks.isError ? t('The list of banks is not available. Choose your bank on the next page.') : undefined}
        value={bankCode}
        onChange={(event) => setBankCode(event.currentTarget.value)}
        placeholder={t('I choose it on the next page')}
        options={(banks.data ?? []).map(({ code, name }) => ({ value: code, label: name }))}
      />
      {bankCode !== '' && (
        <Field
          ref={field}
          label={t('Account number')}
          hint={t('It goes to your bank. We keep the last four digits alone.')}
          error={asked && !isNumberGood ? t('Enter the 10 digits of your account number') : undefined}
          inputMode="numeric"
          autoComplete="off"
          maxLength={14}
          value={number}
          onChange={(event) => setNumber(event.currentTarget.value)}
        />
      )}
      <ConsentCheckbox
        ref={box}
        checked={agreed}
        onChange={setAgreed}
        label={t(consent)}
        error={asked && !agreed ? t('Agree to the automatic charge first') : undefined}
      />
      {setUp.error && <Alert kind="bad">{t(messageOf(setUp.error))}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={setUp.isPending || isLeaving} busyLabel={t('Opening your bank...')}>
          {t('Continue to your bank')}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {t('Not now')}
        </Button>
      </div>
    </form>
  );
}
