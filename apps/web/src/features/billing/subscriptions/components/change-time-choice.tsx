import type { PaymentQuote } from '@portal/contract/billing/payments/payments';
import { ApiError, messageOf } from '../../../../shared/api/api-error.ts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { useReconnection } from '../../../../shared/ui/hooks/use-reconnection.ts';
import { useUpgradeQuote } from '../api/get-upgrade-quote.ts';

export type ChangeTime = 'next-bill' | 'now';

export type ChangeTimeChoiceProps = {
  planId: string;
  nextBillAt: string;
  value: ChangeTime;
  disabled: boolean;
  onChange: (time: ChangeTime) => void;
};

/**
 * When an upgrade starts: with the next bill, free, or now, at the server's price for the rest of
 * the month; where that is refused, the reason.
 */
export function ChangeTimeChoice({ planId, nextBillAt, value, disabled, onChange }: ChangeTimeChoiceProps) {
  const t = useText();
  const quote = useUpgradeQuote(planId);
  // A refusal is final: no retry.
  const failed = quote.isLoadingError && !(quote.error instanceof ApiError && quote.error.status < 500);
  const ask = () => void quote.refetch();
  useReconnection(() => {
    if (failed) ask();
  });
  return (
    <fieldset className="mt-3 grid min-w-0 gap-1" disabled={disabled}>
      <legend className="sr-only">{t('When does it start?')}</legend>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="radio"
          name="change-time"
          className="size-5 flex-none accent-primary"
          checked={value === 'next-bill'}
          onChange={() => onChange('next-bill')}
        />
        <span>{t('From {date}, free', { date: formatDate(nextBillAt) })}</span>
      </label>
      <label className="flex min-h-11 cursor-pointer items-center gap-3 has-disabled:cursor-default">
        <input
          type="radio"
          name="change-time"
          className="size-5 flex-none accent-primary"
          checked={value === 'now'}
          disabled={!quote.data}
          onChange={() => onChange('now')}
        />
        <span className="min-w-0">
          <NowText quote={quote.data} />
          {quote.isLoadingError && <span className="soft small block">{t(messageOf(quote.error))}</span>}
        </span>
      </label>
      {failed && (
        <button type="button" className="link min-h-11 justify-self-start pl-8" onClick={ask}>
          {t('Retry')}
        </button>
      )}
    </fieldset>
  );
}

/** 'Now, for ₦7,500', with its items. */
function NowText({ quote }: { quote: PaymentQuote | undefined }) {
  const t = useText();
  if (!quote) return t('Now');
  return (
    <>
      {t('Now, for {amount}', { amount: formatExactNaira(quote.total) })}
      {quote.lines.map((line) => (
        <span key={line.label} className="soft small block">
          {t('{what}: {amount}', { what: t(line.label), amount: formatExactNaira(line.amount) })}
        </span>
      ))}
    </>
  );
}
