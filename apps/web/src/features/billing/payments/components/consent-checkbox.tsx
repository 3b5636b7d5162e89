import { type Ref, useId } from 'react';
import './consent-checkbox.css';

export type ConsentCheckboxProps = {
  ref?: Ref<HTMLInputElement>;
  checked: boolean;
  onChange: (checked: boolean) => void;
  label: string;
  hint?: string;
  error?: string | undefined;
};

/** A consent that is never preselected. */
export function ConsentCheckbox({ ref, checked, onChange, label, hint, error }: ConsentCheckboxProps) {
  const id = useId();
  return (
    <div>
      <label className="consent">
        <input
          ref={ref}
          type="checkbox"
          checked={checked}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? id : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        <span>{label}</span>
      </label>
      {(error || hint) && (
        <p className={error ? 'small mt-1 pl-[34px] text-bad' : 'soft small mt-1 pl-[34px]'} id={id}>
          {error ?? hint}
        </p>
      )}
    </div>
  );
}
