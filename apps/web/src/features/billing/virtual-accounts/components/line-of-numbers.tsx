import { useText } from '../../../../shared/i18n/use-text.ts';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { useLines } from '../../lines/api/lines.ts';
import { useAmountsDue } from '../api/virtual-accounts.ts';
import { PanelPart } from './panel-part.tsx';

export type LineOfNumbersProps = { chosen: number | null; onChoose: (lineId: number | null) => void };

/**
 * Whose bills the next number pays, from the second line on; nothing for a company, whose lines have one
 * invoice.
 */
export function LineOfNumbers({ chosen, onChoose }: LineOfNumbersProps) {
  const t = useText();
  const { data: lines = [] } = useLines();
  const { data: owed } = useAmountsDue();
  const open = lines.filter(({ status }) => status !== 'cancelled');
  if (open.length < 2 || !owed || owed.isCompany) return null;
  return (
    <PanelPart>
      <SelectField
        label={t('A further number pays for')}
        placeholder={t('All lines')}
        options={open.map(({ id, label }) => ({ value: String(id), label }))}
        value={chosen ?? ''}
        onChange={({ target }) => onChoose(target.value === '' ? null : Number(target.value))}
      />
    </PanelPart>
  );
}
