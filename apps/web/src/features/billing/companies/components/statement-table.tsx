import type { AccountStatement, StatementEntry } from '@portal/contract/billing/companies';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';

const NAMES: Readonly<Record<StatementEntry['kind'], string>> = {
  invoice: phrase('Invoice'),
  payment: phrase('Payment'),
  withheld: phrase('Tax withheld'),
  'withheld-reversed': phrase('Tax withheld, taken back'),
  'write-off': phrase('Written off'),
  'write-off-reversed': phrase('Written off, taken back'),
  'credit-note': phrase('Credit note'),
  refund: phrase('Refund'),
  chargeback: phrase('Taken back by the bank'),
  credit: phrase('Account credit'),
};

const AGES: Readonly<Record<AccountStatement['ages'][number]['age'], string>> = {
  current: phrase('Not due yet'),
  '1-30': phrase('1 to 30 days overdue'),
  '31-60': phrase('31 to 60 days overdue'),
  '61-90': phrase('61 to 90 days overdue'),
  'over-90': phrase('More than 90 days overdue'),
};

/**
 * A statement of account: each document with the balance after it, and what is owed now by age. A
 * phone has two columns: the day is below the document, the balance below the amount.
 */
export function StatementTable({ statement }: { statement: AccountStatement }) {
  const t = useText();
  const { opening, closing, entries, ages } = statement;
  const owed = ages.filter(({ amount }) => amount > 0);
  return (
    <>
      {/* A sum of many digits is wider than a phone: the keyboard scrolls it, too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard. */}
      {/* biome-ignore lint/a11y/useSemanticElements: a group is no landmark, as the section around it is, and a fieldset is for forms. */}
      <div role="group" className="overflow-x-auto" aria-label={t('Statement of account')} tabIndex={0}>
        <table className="w-full border-collapse text-left">
          <thead className="muted text-fine">
            <tr>
              <th className="py-2 pr-4 font-semibold max-sm:hidden">{t('Date')}</th>
              <th className="py-2 pr-4 font-semibold">{t('Document')}</th>
              <th className="py-2 text-right font-semibold sm:pr-4">
                {t('Amount')}
                <span className="block sm:hidden">{t('Balance')}</span>
              </th>
              <th className="py-2 text-right font-semibold max-sm:hidden">{t('Balance')}</th>
            </tr>
          </thead>
          <tbody>
            <BalanceRow label={t('Opening balance')} balance={opening} />
            {entries.map(({ at, kind, document, amount, balance }) => (
              <tr key={`${at} ${kind} ${document}`} className="border-line border-t align-top">
                <td className="whitespace-nowrap py-2.5 pr-4 max-sm:hidden">{formatDate(at)}</td>
                <td className="py-2.5 pr-4">
                  {t(NAMES[kind])} <span className="soft small wrap-anywhere max-sm:block">{document}</span>
                  <span className="soft small block sm:hidden">{formatDate(at)}</span>
                </td>
                <td className="whitespace-nowrap py-2.5 text-right sm:pr-4">
                  {formatExactNaira(amount)}
                  <span className="soft small block sm:hidden">{formatExactNaira(balance)}</span>
                </td>
                <td className="whitespace-nowrap py-2.5 text-right max-sm:hidden">{formatExactNaira(balance)}</td>
              </tr>
            ))}
            <BalanceRow label={t('Closing balance')} balance={closing} />
          </tbody>
        </table>
      </div>
      <p className="soft small mt-2">{t('A balance below zero is credit.')}</p>
      {owed.length > 0 && (
        <DescriptionList
          className="mt-4"
          facts={owed.map(({ age, amount }) => ({ label: t(AGES[age]), value: formatExactNaira(amount) }))}
        />
      )}
    </>
  );
}

function BalanceRow({ label, balance }: { label: string; balance: number }) {
  return (
    <tr className="border-line border-t">
      <th className="py-2.5 pr-4 text-left font-semibold" scope="row">
        {label}
      </th>
      <td className="max-sm:hidden" colSpan={2} />
      <td className="semi whitespace-nowrap py-2.5 text-right">{formatExactNaira(balance)}</td>
    </tr>
  );
}
