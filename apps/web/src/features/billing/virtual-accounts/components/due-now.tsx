import type { AmountsDue } from '@portal/contract/billing/payments/virtual-accounts';
import { formatDate } from '../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../shared/format/naira.ts';
import type { Translate } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { OneLineAmount } from '../../../../shared/ui/layout/one-line-amount.tsx';
import { transferExample } from '../transfer-example.ts';

type DueItem = AmountsDue['due'][number];

const ROW = 'flex items-baseline justify-between gap-4';

function labelOf(t: Translate, { kind, label }: DueItem): string {
  if (kind === 'month') return t('{plan}, one month', { plan: label });
  return kind === 'invoice' ? t('Invoice {number}', { number: label }) : t(label);
}

/** When it is due, and the number of its invoice where the label is not that. */
function detailOf(t: Translate, { kind, invoiceNumber, dueAt }: DueItem): string {
  if (dueAt === null) return t('Due now');
  const date = formatDate(dueAt);
  return invoiceNumber === null || kind === 'invoice'
    ? t('Due on {date}', { date })
    : t('{number}, due on {date}', { number: invoiceNumber, date });
}

/** What is due, the credit, and what a transfer of a sum would do with both. */
export function DueNow({ owed }: { owed: AmountsDue }) {
  const t = useText();
  const { due, credit, total } = owed;
  return (
    <section aria-labelledby="due-now" className="min-w-0">
      <h2 className="soft" id="due-now">
        {t('Due now')}
      </h2>
      <div className="mt-1.5" aria-live="polite">
        <OneLineAmount largest="clamp(3rem, 2.5rem + 2vw, 4.25rem)" naira={total} />
      </div>
      <ul className="my-5 grid gap-3 border-line border-y py-5">
        {due.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same plan, and the order is that of the bills.
          <li key={index} className={ROW}>
            <span className="soft min-w-0 break-words">
              {labelOf(t, item)}
              <span className="small muted block">{detailOf(t, item)}</span>
            </span>
            <span className="semi whitespace-nowrap">{formatExactNaira(item.amount)}</span>
          </li>
        ))}
        <li className={ROW}>
          <span className="soft">{t('Credit on account')}</span>
          <span className="semi whitespace-nowrap">{formatExactNaira(credit)}</span>
        </li>
      </ul>
      <Example owed={owed} />
    </section>
  );
}

function Example({ owed }: { owed: AmountsDue }) {
  const t = useText();
  const { amount, paid, credit } = transferExample(owed, (item) => labelOf(t, item));
  return (
    <>
      <h3 className="h4">{t('If you send {amount}', { amount: formatExactNaira(amount) })}</h3>
      <ul className="mt-1">
        {paid.map(({ label, amount: part }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two lines may have the same plan, and the order is that of the bills.
          <li key={index} className={`${ROW} border-line border-b py-3.5`}>
            <span className="soft min-w-0 break-words">{label}</span>
            <span className="semi whitespace-nowrap">{formatExactNaira(part)}</span>
          </li>
        ))}
        <li className={`${ROW} py-3.5`}>
          <span className="soft">{t('Stays as credit')}</span>
          <span className="semi whitespace-nowrap">{formatExactNaira(credit)}</span>
        </li>
      </ul>
      {paid.length > 1 && <p className="small muted">{t('The oldest bill is paid first.')}</p>}
    </>
  );
}
