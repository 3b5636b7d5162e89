import { type CounterMethod, counterMethod } from '@portal/contract/billing/staff-counter';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { KeyCap } from '../../../../../shared/staff/shortcuts/key-cap.tsx';

const LABELS: Record<CounterMethod, string> = { cash: 'Cash', pos: 'POS', deposit: 'Deposit' };

/** Cash, POS or deposit; Alt with 1, 2 or 3 chooses from anywhere in the form. */
export function MethodChoice({ registration }: { registration: UseFormRegisterReturn }) {
  return (
    <fieldset className="min-w-0">
      <legend className="field-label mb-1.5">How</legend>
      <div className="grid grid-cols-3 overflow-hidden rounded-control border border-line-strong">
        {counterMethod.options.map((method, index) => (
          <label
            key={method}
            className="relative flex min-h-12 cursor-pointer items-center justify-center gap-2 border-line border-l font-semibold first:border-l-0 has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)] has-focus-visible:-outline-offset-3"
          >
            <input
              type="radio"
              value={method}
              className="absolute inset-0 cursor-pointer opacity-0"
              aria-keyshortcuts={`Alt+${index + 1}`}
              {...registration}
            />
            {LABELS[method]}
            <KeyCap>Alt {index + 1}</KeyCap>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
