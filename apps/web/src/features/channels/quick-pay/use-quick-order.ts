import type { FoundAccount } from '@portal/contract/channels/quick-pay';
import { LEAST_QUICK_PAYMENT } from '@portal/contract/channels/quick-pay';
import { useState } from 'react';
import { ApiError } from '../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../shared/api/use-mutate-once.ts';
import { formatExactNaira } from '../../../shared/format/naira.ts';
import { parseNaira } from '../../../shared/format/parse-naira.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { useGateways } from '../../billing/payments/api/list-gateways.ts';
import { useInitializeQuickPayment } from './api/quick-pay.ts';

const NOTHING_TYPED = phrase('Enter an amount in naira');
const NO_AMOUNT = phrase('This is not read as an amount: write 1,250.50 or 1250.50');
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const NO_EMAIL = phrase('Invalid email address');
/** From here on somebody may have typed a zero too many. */
const MUCH_MORE = 10;

type Typed = { readonly amount: string; readonly email: string; readonly payerName: string; readonly gateway: string };
export type QuickField = Exclude<keyof Typed, 'gateway'>;

const inField = (naira: number): string => (naira === 0 ? '' : formatExactNaira(naira).replace('₦', ''));

/** What somebody types who pays for an account, with what is wrong with it once it was sent. */
export function useQuickOrder({ token, due }: FoundAccount) {
  const t = useText();
  const gateways = useGateways();
  const [typed, setTyped] = useState<Typed>({ amount: inField(due), email: '', payerName: '', gateway: '' });
  const [isSent, setIsSent] = useState(false);
  const initialize = useInitializeQuickPayment();
  const send = useMutateOnce(initialize);
  const amount = parseNaira(typed.amount);
  const chosen = gateways.data?.find(({ id }) => id === typed.gateway) ?? gateways.data?.[0];
  const largest = chosen?.largest ?? Number.POSITIVE_INFINITY;
  const refused = initialize.error instanceof ApiError ? initialize.error : null;

  function faultOfAmount(): string | undefined {
    if (typed.amount.trim() === '') return NOTHING_TYPED;
    if (Number.isNaN(amount)) return NO_AMOUNT;
    if (amount < LEAST_QUICK_PAYMENT)
      return t('Pay at least {amount}', { amount: formatExactNaira(LEAST_QUICK_PAYMENT) });
    if (amount > largest)
      return t('{gateway} takes at most {largest} at once.', {
        gateway: chosen?.name ?? '',
        largest: formatExactNaira(largest),
      });
    return undefined;
  }
  const faults: Partial<Record<QuickField, string | undefined>> = {
    amount: faultOfAmount(),
    email: EMAIL.test(typed.email.trim()) ? undefined : NO_EMAIL,
  };
  const errors = { ...refused?.errors, ...(isSent && faults) };
  return {
    typed,
    amount,
    gateways,
    gateway: chosen?.id,
    isMuchMore: due > 0 && amount >= MUCH_MORE * due,
    errors: {
      amount: errors.amount ?? (refused?.code === 'quick-pay.in-kobo' ? refused.serverMessage : undefined),
      email: errors.email,
      payerName: errors.payerName,
    },
    /** A refusal that no field is to blame for. */
    failure:
      initialize.error && Object.keys(refused?.errors ?? {}).length === 0 && refused?.code !== 'quick-pay.in-kobo',
    error: initialize.error,
    isExpired: refused?.code === 'quick-pay.expired',
    busy: initialize.isPending || initialize.isSuccess,
    change: (change: Partial<Typed>) => {
      setTyped((before) => ({ ...before, ...change }));
      if (initialize.error) initialize.reset();
    },
    /** The first field that is wrong; null where it was sent. */
    submit: (): QuickField | null => {
      setIsSent(true);
      const wrong = (['amount', 'email'] as const).find((field) => faults[field]);
      if (wrong) return wrong;
      if (!chosen) return null;
      const payerName = typed.payerName.trim();
      void send({
        gateway: chosen.id,
        token,
        amount,
        email: typed.email.trim(),
        ...(payerName !== '' && { payerName }),
      });
      return null;
    },
  };
}
