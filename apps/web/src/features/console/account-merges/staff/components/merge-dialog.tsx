import { mergeAccounts, type MergePreview as Preview } from '@portal/contract/console/account-merges';
import type { CustomerPage } from '@portal/contract/console/customers';
import { formatAccountNumber } from '@portal/kernel/account-number';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { ErrorState } from '../../../../../shared/ui/async/error-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { IdentifiedByField } from '../../../../identity/corrections/staff/components/identified-by-field.tsx';
import { useIdentified } from '../../../../identity/corrections/staff/identified.ts';
import { type MergePair, useMergeAccounts, useMergePreview } from '../api/account-merges.ts';
import { MergePreview } from './merge-preview.tsx';

export type Mergeable = { readonly id: number; readonly name: string; readonly accountNumber: string };

const TITLE = 'Make two accounts one';
const named = ({ name, accountNumber }: Mergeable) => `${bidiIsolate(name)}, ${formatAccountNumber(accountNumber)}`;

type MergeDialogProps = { customer: CustomerPage; other: Mergeable; onClose: () => void };

/** Which of the two stays, what goes where, and who asks; then it waits for the customer's link or a second person. */
export function MergeDialog({ customer, other, onClose }: MergeDialogProps) {
  const [stays, setStays] = useState(customer.id);
  const pair = { from: stays === customer.id ? other.id : customer.id, into: stays };
  const preview = useMergePreview(pair);
  const choice = (
    <SelectField
      label="Which one stays?"
      hint="Either sign-in opens it afterwards."
      options={[customer, other].map((each) => ({ value: String(each.id), label: named(each) }))}
      value={String(stays)}
      onChange={({ target }) => setStays(Number(target.value))}
    />
  );
  if (preview.data && preview.data.cannot.length === 0) {
    return (
      <Asking key={stays} customer={customer} pair={pair} preview={preview.data} onClose={onClose}>
        {choice}
      </Asking>
    );
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={TITLE}
      actions={
        <Button variant="secondary" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="mt-4 grid gap-4">
        {choice}
        {preview.data && <MergePreview preview={preview.data} />}
        {preview.error && (
          <ErrorState
            title="We could not look at the two accounts"
            error={preview.error}
            onRetry={() => void preview.refetch()}
            retrying={preview.isFetching}
          />
        )}
        {preview.isPending && <Skeleton className="h-60 w-full" />}
      </div>
    </Dialog>
  );
}

const reasons = z.object({
  identifiedBy: mergeAccounts.body.shape.identifiedBy.def.innerType,
  reason: mergeAccounts.body.shape.reason.def.innerType,
});
type Reasons = z.output<typeof reasons>;

type AskingProps = {
  customer: CustomerPage;
  pair: MergePair;
  preview: Preview;
  onClose: () => void;
  children: React.ReactNode;
};

function Asking({ customer, pair, preview, onClose, children }: AskingProps) {
  const identified = useIdentified(customer.id);
  const merging = useMergeAccounts(pair);
  const { field, ...form } = useCallForm<Reasons, Reasons, { message: string }>({
    schema: reasons,
    start: { identifiedBy: identified?.name ?? '', reason: '' },
    bodyOf: (values) => values,
    call: merging.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'The merge waits', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={TITLE} confirm="Ask for it" busyLabel="Asking..." form={form} onClose={onClose}>
      {children}
      <MergePreview preview={preview} />
      <p className="small">
        {preview.getsLink
          ? 'It waits for the link that we mail to the account that goes, opened in a session of the other, or for a second member of staff. Both are told.'
          : 'The mailbox of the account that goes is not verified, so a second member of staff has to confirm it. Both are told.'}{' '}
        For 30 days it can be taken apart again.
      </p>
      <IdentifiedByField customer={customer} {...field('identifiedBy')} />
      <TextAreaField
        label="Reason"
        rows={2}
        maxLength={500}
        hint="It stays on record with your name."
        {...field('reason')}
      />
    </FormDialog>
  );
}
