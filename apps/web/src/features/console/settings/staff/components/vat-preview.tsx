import type { SettingValue } from '@portal/contract/platform/settings';
import { FIRST_VAT_RATE, type VatRate, vatIncluded, vatOn, vatPercent } from '@portal/kernel/billing/vat';
import { koboFromNaira, nairaFromKobo, toKobo } from '@portal/kernel/money';
import { useState } from 'react';
import { formatDate } from '../../../../../shared/format/date.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { useSiteFacts } from '../../../../../shared/site/site-facts.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';

type Step = { readonly from: string | null; readonly rate: VatRate };

/** What a bill of a price shows before and after each change of the rate. */
export function VatPreview({ changes }: { changes: SettingValue<'vat'>['changes'] }) {
  const [typed, setTyped] = useState('18,600');
  const { vatExtra } = useSiteFacts();
  const priceKobo = koboFromNaira(parseNaira(typed));
  const readable = changes.filter(({ from, rate }) => from !== '' && rate >= 0);
  const steps: Step[] = [
    { from: null, rate: FIRST_VAT_RATE },
    ...readable.toSorted((one, other) => (one.from < other.from ? -1 : 1)),
  ];
  return (
    <div className="grid gap-4">
      <AmountField
        label={`A bill of, in naira, ${vatExtra ? 'without VAT' : 'VAT included'}`}
        value={typed}
        typed={typed}
        error={priceKobo === null || priceKobo > 1_000_000_000 ? 'Write an amount up to ₦10,000,000' : undefined}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <ol className="grid gap-4">
        {steps.map(({ from, rate }) => (
          <li key={from}>
            <p className="font-semibold">{from === null ? 'From the beginning' : `From ${formatDate(from)}`}</p>
            <Bill priceKobo={priceKobo ?? 0} rate={rate} isExtra={vatExtra} />
          </li>
        ))}
      </ol>
    </div>
  );
}

function Bill({ priceKobo, rate, isExtra }: { priceKobo: number; rate: VatRate; isExtra: boolean }) {
  const price = toKobo(priceKobo);
  const vat = isExtra ? vatOn(price, rate) : vatIncluded(price, rate);
  const total = isExtra ? price + vat : price;
  const rows = [
    ['Net', total - vat],
    [`VAT, ${vatPercent(rate)}%`, vat],
    ['Total, VAT included', total],
  ] as const;
  return (
    <dl className="mt-1">
      {rows.map(([label, kobo]) => (
        <div key={label} className="flex justify-between gap-3">
          <dt className="soft">{label}</dt>
          <dd className="tabular-nums">{formatExactNaira(nairaFromKobo(toKobo(kobo)))}</dd>
        </div>
      ))}
    </dl>
  );
}
