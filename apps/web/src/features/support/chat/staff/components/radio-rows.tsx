import { useId } from 'react';

export type RadioRow<Value extends string> = {
  value: Value;
  label: string;
  hint: string;
  disabled?: boolean;
};

export type RadioRowsProps<Value extends string> = {
  legend: string;
  options: readonly RadioRow<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

/** One of several choices, each with an explanation. */
export function RadioRows<Value extends string>({ legend, options, value, onChange }: RadioRowsProps<Value>) {
  const name = useId();
  return (
    <fieldset>
      <legend className="sr-only">{legend}</legend>
      {options.map((option) => (
        <label
          key={option.value}
          className="flex min-h-11 cursor-pointer items-center gap-3 border-line border-t py-2.5 first-of-type:border-t-0 has-disabled:cursor-not-allowed"
        >
          <input
            type="radio"
            className="size-5 flex-none accent-primary"
            name={name}
            value={option.value}
            checked={option.value === value}
            disabled={option.disabled ?? false}
            onChange={() => onChange(option.value)}
          />
          <span>
            <span className={option.disabled ? 'muted block font-medium' : 'block font-medium'}>{option.label}</span>
            <span className="small muted block">{option.hint}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
