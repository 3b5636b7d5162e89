import type { BankAccount, ColumnChoice, StatementReading } from '@portal/contract/billing/bank/bank-accounts';
import { FileUp } from 'lucide-react';
import { useRef, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { formatFileSize } from '../../../../../shared/format/file-size.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useCheckStatement, useImportStatement } from '../api/bank-accounts.ts';
import { type ColumnDraft, choiceOf, draftOf, StatementColumns } from './statement-columns.tsx';
import { StatementResult } from './statement-result.tsx';

/** Imports a statement in two steps: the file as it is read, with the choice of its columns, and then the import. */
export function StatementDialog({ account, onClose }: { account: BankAccount; onClose: () => void }) {
  const [file, setFile] = useState<File | null>(null);
  const [reading, setReading] = useState<StatementReading | null>(null);
  const [draft, setDraft] = useState<ColumnDraft>(draftOf(null));
  const [hasChanged, setHasChanged] = useState(false);
  const [choosing, setChoosing] = useState(false);
  const checking = useCheckStatement();
  const importing = useImportStatement();
  const check = useMutateOnce(checking);
  const importOnce = useMutateOnce(importing);
  const failure = checking.error ?? importing.error;

  function look(chosen: File, columns: ColumnChoice | null) {
    importing.reset();
    check(
      { id: account.id, file: chosen, columns },
      {
        onSuccess: (read) => {
          setReading(read);
          setDraft(draftOf(read.columns));
          setHasChanged(false);
          setChoosing(read.format === 'csv' && (read.columns === null || !account.hasColumns));
        },
      },
    );
  }
  function choose(chosen: File) {
    setFile(chosen);
    setReading(null);
    look(chosen, null);
  }
  function take() {
    if (!file || !reading) return;
    importOnce(
      { id: account.id, file, columns: reading.columns },
      {
        onSuccess: ({ message }) => {
          toast({ title: account.name, description: message });
          onClose();
        },
      },
    );
  }
  const columns = choiceOf(draft);
  const isReady = reading !== null && !hasChanged && reading.lines > 0;
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Import a statement of ${account.name}`}
      actions={
        <>
          {hasChanged && file ? (
            <Button
              disabled={columns === null}
              busy={checking.isPending}
              busyLabel="Reading..."
              onClick={() => look(file, columns)}
            >
              Read it with these columns
            </Button>
          ) : (
            <Button disabled={!isReady} busy={importing.isPending} busyLabel="Importing..." onClick={take}>
              {reading && reading.added > 0 ? `Import ${reading.added} new lines` : 'Import'}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <div className="mt-4 grid gap-5">
        <FileChoice file={file} busy={checking.isPending} onChoose={choose} />
        {failure && <Alert kind="bad">{messageOf(failure)}</Alert>}
        {reading && <StatementResult reading={reading} />}
        {reading?.format === 'csv' &&
          (choosing ? (
            <StatementColumns
              reading={reading}
              draft={draft}
              onChange={(changed) => {
                setDraft(changed);
                setHasChanged(true);
              }}
            />
          ) : (
            <Button variant="quiet" className="justify-self-start" onClick={() => setChoosing(true)}>
              Choose other columns
            </Button>
          ))}
      </div>
    </Dialog>
  );
}

function FileChoice({ file, busy, onChoose }: { file: File | null; busy: boolean; onChoose: (file: File) => void }) {
  const chooser = useRef<HTMLInputElement>(null);
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant={file ? 'quiet' : 'secondary'}
        busy={busy}
        busyLabel="Reading..."
        onClick={() => chooser.current?.click()}
      >
        <FileUp />
        {file ? 'Choose another file' : 'Choose a file'}
      </Button>
      <p className="muted small wrap-anywhere" aria-live="polite">
        {file
          ? `${file.name}, ${formatFileSize(file.size)}`
          : 'CSV, MT940 or CAMT.053 as the bank gives it, up to 20 MB.'}
      </p>
      <input
        ref={chooser}
        type="file"
        accept=".csv,.txt,.sta,.mt940,.940,.xml,text/csv,text/plain,text/xml,application/xml"
        hidden
        aria-label="Statement"
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? [];
          if (chosen) onChoose(chosen);
          currentTarget.value = '';
        }}
      />
    </div>
  );
}
