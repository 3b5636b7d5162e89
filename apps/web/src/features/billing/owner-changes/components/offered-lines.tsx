import type { LineOffer } from '@portal/contract/billing/owner-changes';
import { bidiIsolate } from '../../../../shared/format/bidi-isolate.ts';
import { formatDay } from '../../../../shared/format/date.ts';
import { formatNaira } from '../../../../shared/format/naira.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { DescriptionList } from '../../../../shared/ui/layout/description-list.tsx';

/** The lines of an offer, each with what goes along with it. */
export function OfferedLines({ lines }: Pick<LineOffer, 'lines'>) {
  const t = useText();
  return (
    <div className="grid gap-5">
      {lines.map(({ label, place, planName, monthlyFee, paidUntil }) => (
        <section key={label} className="border-line border-y py-4">
          <h2 className="h3 wrap-anywhere">{bidiIsolate(label)}</h2>
          <DescriptionList
            className="mt-2"
            facts={[
              ...(place ? [{ label: t('Place'), value: place }] : []),
              { label: t('Plan'), value: planName },
              { label: t('Price a month'), value: formatNaira(monthlyFee) },
              {
                label: t('Paid until'),
                value: paidUntil ? formatDay(paidUntil) : t('Nothing left: it is off until a month is paid'),
              },
            ]}
          />
        </section>
      ))}
    </div>
  );
}
