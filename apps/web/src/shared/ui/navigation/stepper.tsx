import { Check } from 'lucide-react';
import { useText } from '../../i18n/use-text.ts';

export type StepperProps = {
  /** The label of the steps, for example 'Payment steps'. */
  label: string;
  steps: readonly string[];
  /** Index of the current step; `steps.length` when all are done. */
  current: number;
};

/** Nodes on a strand: done, current, later. */
export function Stepper({ label, steps, current }: StepperProps) {
  const t = useText();
  return (
    <ol className="steps" aria-label={label}>
      {steps.map((step, index) => {
        const done = index < current;
        const now = index === current;
        return (
          <li
            key={step}
            className={done ? 'step-done' : now ? 'step-current' : undefined}
            aria-current={now ? 'step' : undefined}
          >
            <span className="step-node">{done ? <Check role="img" aria-label={t('Done')} /> : index + 1}</span>
            {step}
          </li>
        );
      })}
    </ol>
  );
}
