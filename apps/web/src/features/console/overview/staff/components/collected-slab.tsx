import type { OverviewFigures } from '@portal/contract/console/overview';
import { formatMonth } from '../../../../../shared/format/month.ts';
import { formatExactNaira, formatNaira } from '../../../../../shared/format/naira.ts';
import { formatRoughNaira } from '../overview-labels.ts';
import { FigureFoot, NotComputed } from './figure-panel.tsx';

/** The money of the month, and what the lines bring in every month. */
export function CollectedSlab({ money, lines }: Pick<OverviewFigures, 'money' | 'lines'>) {
  return (
    <section aria-label="Money of the month">
      <div className="glass on-glass glass-cut p-5 md:p-6">
        {money ? <Collected money={money} /> : <NotComputed />}
        {lines && <LineFacts lines={lines} />}
        <div className="flex flex-wrap justify-between gap-x-8">
          {money && <FigureFoot named title="Money" kind="money" computedAt={money.computedAt} />}
          {lines && <FigureFoot named title="Lines" kind="lines" computedAt={lines.computedAt} />}
        </div>
      </div>
    </section>
  );
}

function Collected({ money }: { money: NonNullable<OverviewFigures['money']> }) {
  const { month, collected, invoiced, invoicedPaid } = money;
  const percent = invoiced > 0 ? Math.round((100 * invoicedPaid) / invoiced) : null;
  const of = `${formatRoughNaira(invoicedPaid)} of ${formatRoughNaira(invoiced)} invoiced in ${formatMonth(month)} is paid`;
  return (
    <>
      <h2 className="font-normal text-on-glass-2">Collected in {formatMonth(month)}</h2>
      <p>
        <span className="fig" title={formatExactNaira(collected)}>
          {formatRoughNaira(collected)}
        </span>
      </p>
      {percent === null ? (
        <p className="small mt-3 text-on-glass-2">Nothing is invoiced in {formatMonth(month)}.</p>
      ) : (
        <>
          {/* biome-ignore lint/a11y/useSemanticElements: a meter of the browser cannot be drawn as light in its sheath. */}
          <div
            className="collected-meter"
            role="meter"
            aria-label="Invoices of the month that are paid"
            aria-valuenow={percent}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuetext={of}
          >
            <i style={{ width: `${percent}%` }} />
          </div>
          <p className="small text-on-glass-2">
            {of}, {percent} %
          </p>
        </>
      )}
    </>
  );
}

function LineFacts({ lines }: { lines: NonNullable<OverviewFigures['lines']> }) {
  const facts = [
    ['Active lines', lines.active.toLocaleString('en-NG')],
    ['Suspended', lines.suspended.toLocaleString('en-NG')],
    ['Recurring a month', formatRoughNaira(lines.recurring)],
    ['Average per line', lines.average === null ? 'None' : formatNaira(lines.average)],
  ] as const;
  return (
    <dl className="mt-5 mb-2 grid grid-cols-2 gap-x-5 gap-y-4 border-glass-line border-t pt-5 md:grid-cols-4">
      {facts.map(([label, figure]) => (
        <div key={label}>
          <dt className="small text-on-glass-2">{label}</dt>
          <dd className="font-semibold text-xl">{figure}</dd>
        </div>
      ))}
    </dl>
  );
}
