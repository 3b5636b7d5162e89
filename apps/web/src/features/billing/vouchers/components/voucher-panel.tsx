import { redeemVoucher, type UsedVoucher } from '@portal/contract/billing/vouchers';
import { isVoucherPin, typedVoucherCode } from '@portal/kernel/billing/voucher-pin';
import { CircleCheck } from 'lucide-react';
import { type ChangeEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { z } from 'zod/mini';
import { useCallForm } from '../../../../shared/api/use-call-form.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { ButtonLink } from '../../../../shared/ui/button/button-link.tsx';
import { Alert } from '../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../shared/ui/form/field.tsx';
import { useOnline } from '../../../../shared/ui/hooks/use-online.ts';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../../shared/ui/layout/panel.tsx';
import { useRedeemVoucher, useVoucherForm } from '../api/vouchers.ts';
import { groupedDigits } from '../grouped-digits.ts';

const MISTYPED = phrase('This is not a PIN of ours: look at it again, digit by digit. A PIN has 12 digits.');

/** A typing error is known before it is sent, unless there are codes of any form. */
function bodyWith(letters: boolean) {
  const { pin } = redeemVoucher.body.shape;
  const checked = pin.check(z.refine((text) => isVoucherPin(typedVoucherCode(text)), MISTYPED));
  return z.extend(redeemVoucher.body, { pin: letters ? pin : checked });
}

/** Pays with a voucher. An address that ends in `#voucher=` brings the PIN along. */
export function VoucherPanel() {
  const t = useText();
  const form = useVoucherForm();
  return (
    <AsyncBoundary
      query={form}
      failure={t('We could not load this')}
      skeleton={<Skeleton className="h-80 w-full max-w-xl rounded-panel" />}
    >
      {({ accepted, letters }) =>
        accepted ? <Voucher letters={letters} /> : <p>{t('There are no vouchers here at present.')}</p>
      }
    </AsyncBoundary>
  );
}

function Voucher({ letters }: { letters: boolean }) {
  const t = useText();
  const [used, setUsed] = useState<UsedVoucher | null>(null);
  return (
    <section aria-labelledby="voucher-heading" className="max-w-xl">
      <Panel className="grid gap-5 p-5 md:p-8!">
        <div>
          <h2 className="h3" id="voucher-heading">
            {t('Pay with a voucher')}
          </h2>
          <p className="soft mt-1.5">
            {t('It pays what you owe, the oldest first. What is left is your account credit.')}
          </p>
        </div>
        {used ? (
          <UsedUp used={used} onMore={() => setUsed(null)} />
        ) : (
          <VoucherForm letters={letters} onUsed={setUsed} />
        )}
      </Panel>
    </section>
  );
}

/** The PIN of a scanned voucher; it leaves the address, and so the history, at once. */
function useScannedPin(): string {
  const { hash } = useLocation();
  const [pin] = useState(() => (hash.startsWith('#voucher=') ? groupedDigits(typedVoucherCode(hash)) : ''));
  useEffect(() => {
    if (hash.startsWith('#voucher=')) history.replaceState(history.state, '', location.pathname + location.search);
  }, [hash]);
  return pin;
}

function VoucherForm({ letters, onUsed }: { letters: boolean; onUsed: (used: UsedVoucher) => void }) {
  const t = useText();
  const online = useOnline();
  const redeem = useRedeemVoucher();
  const scanned = useScannedPin();
  const frame = useRef<HTMLFormElement>(null);
  const { form, field, failure, busy, submit } = useCallForm<{ pin: string }, { pin: string }, UsedVoucher>({
    schema: bodyWith(letters),
    start: { pin: scanned },
    bodyOf: ({ pin }) => ({ pin }),
    call: redeem,
    onDone: onUsed,
  });
  useEffect(() => {
    if (scanned) frame.current?.scrollIntoView({ block: 'center' });
  }, [scanned]);
  const { error, ...pin } = field('pin');
  function group(event: ChangeEvent<HTMLInputElement>) {
    const { value, selectionEnd } = event.target;
    // In the middle of the number the cursor would jump.
    if (selectionEnd === value.length) form.setValue('pin', groupedDigits(value));
  }
  return (
    <form ref={frame} className="grid gap-5" noValidate onSubmit={submit}>
      <Field
        label={t('PIN of the voucher')}
        hint={letters ? t('As it is printed, with or without spaces.') : t('12 digits, with or without spaces.')}
        inputMode={letters ? 'text' : 'numeric'}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={60}
        placeholder="0000 0000 0000"
        style={{ fontSize: '1.25rem', letterSpacing: '0.06em' }}
        autoFocus
        {...pin}
        onChange={(event) => {
          void pin.onChange(event);
          group(event);
        }}
        error={error && t(error)}
      />
      <Button type="submit" size="large" block busy={busy} busyLabel={t('Checking...')} disabled={!online}>
        {t('Use the voucher')}
      </Button>
      {failure && <Alert kind="bad">{t(failure)}</Alert>}
    </form>
  );
}

function UsedUp({ used, onMore }: { used: UsedVoucher; onMore: () => void }) {
  const t = useText();
  const heading = useRef<HTMLParagraphElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { amount, receiptNumber } = used.payment;
  return (
    <>
      <p className="flex items-center gap-2 font-semibold outline-none" ref={heading} tabIndex={-1} role="status">
        <CircleCheck className="text-ok" aria-hidden />
        {t('{amount} is paid in.', { amount: formatExactNaira(amount) })}
      </p>
      <DescriptionList
        className="border-line border-y py-4"
        facts={used.lines.map((line) => ({ label: t(line.label), value: formatExactNaira(line.amount) }))}
      />
      <div className="flex flex-wrap gap-3">
        <ButtonLink to={`/receipts/${receiptNumber}`} variant="secondary">
          {t('Receipt')}
        </ButtonLink>
        <Button variant="quiet" onClick={onMore}>
          {t('Use another voucher')}
        </Button>
      </div>
    </>
  );
}
