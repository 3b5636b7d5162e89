import type { CounterCustomer } from '@portal/contract/billing/staff-counter';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { classNames } from '../../../../../shared/ui/layout/class-names.ts';
import { Panel } from '../../../../../shared/ui/layout/panel.tsx';
import { effectOf } from '../../../received-money/payment-effect.ts';

/** What the typed amount would do. */
export function EffectPanel({ customer, amount }: { customer: CounterCustomer; amount: number }) {
  const { paid, credited, left } = effectOf(customer, amount);
  return (
    <Panel className="p-5 md:p-6" aria-live="polite">
      <h2 className="h3 mb-3">What this payment does</h2>
      {paid.map(({ label, amount: each }) => (
        <Row key={label} label={label} value={each} />
      ))}
      {credited < 0 && <Row label="From account credit" value={credited} isSoft />}
      {credited > 0 && <Row label="Kept as account credit" value={credited} />}
      <Row label="Left to pay" value={left} isSoft />
    </Panel>
  );
}

function Row({ label, value, isSoft = false }: { label: string; value: number; isSoft?: boolean }) {
  return (
    <p
      className={classNames(
        'flex items-baseline justify-between gap-3 border-line border-t py-3 first-of-type:border-t-0',
        isSoft && 'soft',
      )}
    >
      <span className="min-w-0 break-words">{label}</span>
      <span className={classNames('whitespace-nowrap', !isSoft && 'semi')}>{formatExactNaira(value)}</span>
    </p>
  );
}
