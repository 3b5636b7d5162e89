import type { CreditEntry } from '@portal/contract/billing/invoices';
import type { ReactNode } from 'react';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { ShowMore } from '../../../../shared/ui/async/show-more.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { OneLineAmount } from '../../../../shared/ui/layout/one-line-amount.tsx';
import { useCredit } from '../api/get-credit.ts';

export type CreditPanelProps = {
  /** The actions that the credit allows. */
  children: ReactNode;
};

/** The customer's credit, with all entries. */
export function CreditPanel({ children }: CreditPanelProps) {
  const t = useText();
  const credit = useCredit();
  return (
    <section aria-labelledby="credit" className="border-ink border-t pt-5">
      <h2 className="h4 mb-4" id="credit">
        {t('Account credit')}
      </h2>
      <AsyncBoundary
        query={credit}
        failure={t('We could not load your credit')}
        skeleton={<Skeleton className="h-28 w-full" />}
      >
        {({ balance, entries }) => (
          <>
            <OneLineAmount largest="var(--text-figure)" naira={balance} />
            <p className="soft mt-2">
              {balance > 0
                ? t('It pays for your bills. A bill that it covers is paid by itself on the day it is due.')
                : t('Rewards for friends you bring and money that comes back to you appear here.')}
            </p>
            {children}
            {entries.length > 0 && (
              <ul className="rows mt-5 border-line border-t pt-4">
                {entries.map((entry) => (
                  <CreditLine key={entry.id} entry={entry} />
                ))}
              </ul>
            )}
          </>
        )}
      </AsyncBoundary>
      <ShowMore query={credit} />
    </section>
  );
}

/** One entry, and the balance after it. */
export function CreditLine({ entry }: { entry: CreditEntry }) {
  const t = useText();
  const { at, label, amount, balanceAfter, reference } = entry;
  const sum = formatExactNaira(amount);
  return (
    <li className="grid grid-cols-[1fr_auto] items-start gap-x-4">
      <div className="min-w-0">
        <p>{t(label)}</p>
        <p className="soft small break-words">
          {reference ? t('{date}, {reference}', { date: formatDate(at), reference }) : formatDate(at)}
        </p>
      </div>
      <div className="text-right">
        <p className={amount > 0 ? 'font-semibold text-ok' : 'font-semibold'}>{amount > 0 ? `+${sum}` : sum}</p>
        <p className="soft small">{t('Balance {amount}', { amount: formatExactNaira(balanceAfter) })}</p>
      </div>
    </li>
  );
}
