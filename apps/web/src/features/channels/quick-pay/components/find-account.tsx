import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { PageLink } from '../../../../shared/ui/navigation/page-link.tsx';
import { readStoredPayment } from '../stored-payment.ts';

const NOTHING_TYPED = phrase('Enter an account number, phone or email');
const NOTE = 'customer-note';

type FindAccountProps = {
  /** Rejects where there is no such account, or it could not be asked for. */
  find: (customer: string) => Promise<void>;
  /** Once somebody is about to type. */
  onTyping: () => void;
};

/** The first step: for whom. */
export function FindAccount({ find, onTyping }: FindAccountProps) {
  const t = useText();
  const online = useOnline();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState('');
  // Not `useOneAtATime`: its chunk would be fetched for it alone (build/budgets.ts).
  const asking = useRef(false);
  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const customer = typed.trim();
    if (asking.current || !online) return;
    asking.current = true;
    setBusy(true);
    setError(customer === '' ? NOTHING_TYPED : '');
    try {
      if (customer !== '') await find(customer);
    } catch (failure) {
      setError(messageOf(failure));
    }
    asking.current = false;
    setBusy(false);
  }
  useEffect(() => {
    if (error) field.current?.focus();
  }, [error]);
  return (
    <div className="grid max-w-[560px] gap-5">
      <UnfinishedPayment />
      <form noValidate className="field" onSubmit={(event) => void submit(event)}>
        <label className="field-label" htmlFor="customer">
          {t('Account number, phone or email')}
        </label>
        <div className="grid gap-2.5 sm:grid-cols-[1fr_auto]">
          <input
            ref={field}
            id="customer"
            className="input min-h-[52px]!"
            type="text"
            name="customer"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={255}
            aria-describedby={NOTE}
            aria-invalid={error ? true : undefined}
            value={typed}
            onFocus={onTyping}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setError('');
            }}
          />
          <Button type="submit" size="large" disabled={!online} busy={busy} busyLabel={t('Loading...')}>
            {t('Continue')}
          </Button>
        </div>
        {error ? (
          <p className="field-error" id={NOTE} role="alert">
            <CircleAlert />
            {t(error)}
          </p>
        ) : (
          <p className="field-hint" id={NOTE}>
            {t('The account number has 10 digits and stands at the top of each bill.')}
          </p>
        )}
        {!online && <Alert kind="warn">{t('You are offline. You can pay once you are connected again.')}</Alert>}
      </form>
    </div>
  );
}

/** Whoever came back from the gateway by another way finds the outcome. */
function UnfinishedPayment() {
  const t = useText();
  const [reference, setReference] = useState<string | null>(null);
  useEffect(() => setReference(readStoredPayment()?.reference ?? null), []);
  if (reference === null) return null;
  return (
    <Alert kind="info">
      {t('You opened a payment in this window.')}{' '}
      <PageLink className="link" to={`/pay?reference=${encodeURIComponent(reference)}`}>
        {t('See what became of it')}
      </PageLink>
    </Alert>
  );
}
