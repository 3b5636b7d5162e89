import type { UseFormRegisterReturn } from 'react-hook-form';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import type { SettingField } from '../setting-fields.ts';
import { DatedRowsField } from './dated-rows-field.tsx';
import { WaysField } from './ways-field.tsx';

type SettingInputProps = UseFormRegisterReturn & {
  field: SettingField;
  error: string | undefined;
  value: string | undefined;
  /** The field's value in the published version. */
  published: string;
  onRows: (rows: string) => void;
};

/** One field of a group of settings, by its kind. */
export function SettingInput({ field, error, value = '', published, onRows, ...registered }: SettingInputProps) {
  const { label, hint, placeholder, kind, rows = 8 } = field;
  if (kind === 'holidays') {
    const texts = { dayLabel: 'Day', textLabel: 'Name', rowName: 'holiday' };
    return <DatedRowsField {...texts} {...{ label, hint, error, value }} published={null} onChange={onRows} />;
  }
  if (kind === 'rates') {
    const texts = { dayLabel: 'From', textLabel: 'Percent', rowName: 'change' };
    return <DatedRowsField {...texts} {...{ label, hint, error, value, published }} onChange={onRows} />;
  }
  if (kind === 'ways') return <WaysField {...{ label, hint, error, value }} onChange={onRows} />;
  if (kind === 'switch') {
    const options = [
      { value: 'on', label: 'On' },
      { value: 'off', label: 'Off' },
    ];
    return <SelectField label={label} hint={hint} error={error} options={options} {...registered} />;
  }
  if (kind === 'text') return <TextAreaField label={label} hint={hint} rows={rows} error={error} {...registered} />;
  if (kind === 'amount') return <AmountField label={label} hint={hint} error={error} typed={value} {...registered} />;
  return (
    <Field
      label={label}
      hint={hint}
      error={error}
      placeholder={placeholder}
      {...(kind === 'number' && { inputMode: 'decimal' })}
      {...(kind === 'day' && { type: 'date' })}
      {...registered}
    />
  );
}
