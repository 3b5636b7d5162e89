import { type BankLineDetail, matchBankLine } from '@portal/contract/billing/bank/bank-lines';
import { useEffect, useState } from 'react';
import type { z } from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useMatchLine } from '../api/bank-lines.ts';
import { signedNaira } from '../bank-labels.ts';
import { ItemPicker } from './item-picker.tsx';
import { LinePicker } from './line-picker.tsx';

const OUT = [
  { value: 'charge', label: 'A charge of the bank' },
  { value: 'stamp-duty', label: 'Stamp duty' },
];
const BOTH = [
  { value: 'items', label: 'Something that is recorded' },
  { value: 'own-transfer', label: 'A transfer between our accounts' },
  { value: 'reversal', label: 'A reversal, or reversed' },
  { value: 'suspense', label: 'Not explained yet' },
];
const IN = [{ value: 'interest', label: 'Interest' }];

type Fields = { as: string; note: string; items: string; otherLine: string };

/** Says what a line is: open items that add up to it, another line, or something of the bank’s. */
export function MatchForm({ line, onDone }: { line: BankLineDetail; onDone: () => void }) {
  const matching = useMatchLine(line.id);
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(new Map());
  const { field, form, ...call } = useCallForm<Fields, z.output<typeof matchBankLine.body>, { message: string }>({
    schema: matchBankLine.body,
    start: { as: 'items', note: '', items: '', otherLine: '' },
    bodyOf: ({ as, note, items, otherLine }) => ({
      note,
      ...(as === 'items' ? { items: items.split(' ').filter(Boolean) } : { as }),
      ...((as === 'own-transfer' || as === 'reversal') && otherLine && { otherLine: Number(otherLine) }),
    }),
    call: matching.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Line of the bank', description: message });
      onDone();
    },
  });
  const [as, otherLine] = form.watch(['as', 'otherLine']);
  useEffect(() => form.setValue('items', [...chosen.keys()].join(' ')), [chosen, form]);
  const sum = [...chosen.values()].reduce((total, amount) => total + Math.round(amount * 100), 0) / 100;
  const isEqual = Math.round(sum * 100) === Math.round(line.amount * 100);
  function toggle(key: string, amount: number) {
    const next = new Map(chosen);
    if (!next.delete(key)) next.set(key, amount);
    setChosen(next);
  }
  return (
    <form
      noValidate
      className="grid gap-4 border-line border-t pt-4"
      aria-label="What the line is"
      onSubmit={call.submit}
    >
      <SelectField label="What it is" options={[...BOTH, ...(line.amount < 0 ? OUT : IN)]} {...field('as')} />
      {as === 'items' && (
        <>
          <ItemPicker lineId={line.id} chosen={chosen} onToggle={toggle} />
          {form.formState.errors.items?.message && (
            <p className="field-error" role="alert">
              {form.formState.errors.items.message}
            </p>
          )}
          {chosen.size > 0 && (
            <p className="small" aria-live="polite">
              Chosen {signedNaira(sum)}, {isEqual ? 'as the line' : `the line is ${signedNaira(line.amount)}`}.
            </p>
          )}
        </>
      )}
      {(as === 'own-transfer' || as === 'reversal') && (
        <LinePicker line={line} as={as} chosen={otherLine} onChoose={(id) => form.setValue('otherLine', id)} />
      )}
      <TextAreaField label="Why" rows={2} maxLength={500} {...field('note')} />
      {call.failure && <Alert kind="bad">{call.failure}</Alert>}
      <Button type="submit" className="justify-self-start" variant="secondary" busy={call.busy} busyLabel="Booking...">
        Match the line
      </Button>
    </form>
  );
}
