import { type ColumnChoice, dateForms, type StatementReading } from '@portal/contract/billing/bank/bank-accounts';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';

/** The choice while it is made: an empty text for no column. */
export type ColumnDraft = {
  readonly bookedOn: string;
  readonly text: string;
  readonly moreText: string;
  readonly reference: string;
  readonly amounts: 'one' | 'two';
  readonly amount: string;
  readonly direction: string;
  readonly moneyIn: string;
  readonly moneyOut: string;
  readonly balance: string;
  readonly dateForm: ColumnChoice['dateForm'];
  readonly decimal: ColumnChoice['decimal'];
};

export function draftOf(columns: ColumnChoice | null): ColumnDraft {
  return {
    bookedOn: columns?.bookedOn ?? '',
    text: columns?.text[0] ?? '',
    moreText: columns?.text[1] ?? '',
    reference: columns?.reference ?? '',
    amounts: columns?.amount === undefined ? 'two' : 'one',
    amount: columns?.amount ?? '',
    direction: columns?.direction ?? '',
    moneyIn: columns?.moneyIn ?? '',
    moneyOut: columns?.moneyOut ?? '',
    balance: columns?.balance ?? '',
    dateForm: columns?.dateForm ?? 'dd/mm/yyyy',
    decimal: columns?.decimal ?? '.',
  };
}

/** The choice that a draft is; null while a column is missing that every statement has. */
export function choiceOf(draft: ColumnDraft): ColumnChoice | null {
  const { bookedOn, text, moreText, reference, amounts, amount, direction, moneyIn, moneyOut, balance } = draft;
  const isWhole = amounts === 'one' ? amount !== '' : moneyIn !== '' && moneyOut !== '';
  if (!bookedOn || !text || !isWhole) return null;
  return {
    bookedOn,
    text: moreText && moreText !== text ? [text, moreText] : [text],
    ...(reference && { reference }),
    ...(balance && { balance }),
    ...(amounts === 'one' ? { amount, ...(direction && { direction }) } : { moneyIn, moneyOut }),
    dateForm: draft.dateForm,
    decimal: draft.decimal,
  };
}

const FORMS: Readonly<Record<ColumnChoice['dateForm'], string>> = {
  'dd/mm/yyyy': '30/11/2026, the day first',
  'dd-mmm-yyyy': '30-Nov-2026',
  'yyyy-mm-dd': '2026-11-30',
  'yyyy mmm dd': '2026 Nov 30',
};

type StatementColumnsProps = {
  reading: StatementReading;
  draft: ColumnDraft;
  onChange: (draft: ColumnDraft) => void;
};

/** Which column of a bank’s file says what. */
export function StatementColumns({ reading: { heads, rows }, draft, onChange }: StatementColumnsProps) {
  const options = heads.map((head, place) => {
    const example = rows.map((cells) => cells[place]).find(Boolean);
    return { value: head, label: example ? `${head} (${example.slice(0, 24)})` : head };
  });
  const column = (
    name: Exclude<keyof ColumnDraft, 'amounts' | 'dateForm' | 'decimal'>,
    label: string,
    needed = false,
  ) => (
    <SelectField
      label={needed ? label : `${label} (optional)`}
      placeholder={needed ? 'Choose a column' : 'Not in the file'}
      options={options}
      value={draft[name]}
      onChange={({ target }) => onChange({ ...draft, [name]: target.value })}
    />
  );
  return (
    <fieldset className="grid min-w-0 gap-4">
      <legend className="h4 mb-2">Columns</legend>
      {column('bookedOn', 'Day', true)}
      <SelectField
        label="How days are written"
        options={dateForms.map((value) => ({ value, label: FORMS[value] }))}
        value={draft.dateForm}
        onChange={({ target }) =>
          onChange({ ...draft, dateForm: dateForms.find((form) => form === target.value) ?? 'dd/mm/yyyy' })
        }
      />
      {column('text', 'Narration', true)}
      {column('moreText', 'More of the narration')}
      {column('reference', 'Reference of the bank')}
      <SelectField
        label="Amounts"
        options={[
          { value: 'two', label: 'In two columns, money in and money out' },
          { value: 'one', label: 'In one column, with a sign or DR and CR' },
        ]}
        value={draft.amounts}
        onChange={({ target }) => onChange({ ...draft, amounts: target.value === 'one' ? 'one' : 'two' })}
      />
      {draft.amounts === 'two' ? (
        <>
          {column('moneyIn', 'Money in', true)}
          {column('moneyOut', 'Money out', true)}
        </>
      ) : (
        <>
          {column('amount', 'Amount', true)}
          {column('direction', 'DR or CR')}
        </>
      )}
      {column('balance', 'Balance')}
      <SelectField
        label="Sign before the kobo"
        options={[
          { value: '.', label: 'A point: 1,250.50' },
          { value: ',', label: 'A comma: 1.250,50' },
        ]}
        value={draft.decimal}
        onChange={({ target }) => onChange({ ...draft, decimal: target.value === ',' ? ',' : '.' })}
      />
    </fieldset>
  );
}
