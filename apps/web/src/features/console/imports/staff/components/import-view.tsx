import type { ImportDetail } from '@portal/contract/console/imports';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatMoment } from '../../../../../shared/format/date.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { useUndoImport } from '../api/imports.ts';
import { importState, importStates, importTitle } from '../import-labels.ts';
import { ImportReport } from './import-report.tsx';

/** One import: what became of it, and the way back. */
export function ImportView({ run }: { run: ImportDetail }) {
  const { id, source, startedAt, startedBy, undoneAt, status, isDryRun } = run;
  const [asksUndo, setAsksUndo] = useState(false);
  return (
    <div className="max-w-4xl">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="h2 wrap-anywhere min-w-0">{importTitle(run)}</h1>
        <StatusBadge status={importState(run)} statuses={importStates} />
      </div>
      <p className="soft mt-1.5 mb-6">
        From {source}, {formatMoment(startedAt)} by {startedBy ? bidiIsolate(startedBy.name) : 'the command'}
        {undoneAt && `, undone ${formatMoment(undoneAt)}`}
      </p>
      <ImportReport run={run} />
      {status === 'done' && !isDryRun && (
        <Button variant="secondary" className="mt-8" onClick={() => setAsksUndo(true)}>
          Undo this import
        </Button>
      )}
      {asksUndo && <UndoDialog id={id} onClose={() => setAsksUndo(false)} />}
    </div>
  );
}

function UndoDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const undoing = useUndoImport(id);
  const undo = useMutateOnce(undoing);
  const told = {
    onSuccess: ({ message }: { message: string }) => {
      toast({ title: 'Import undone', description: message });
      onClose();
    },
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title="Undo this import?"
      actions={
        <>
          <Button busy={undoing.isPending} busyLabel="Undoing..." onClick={() => undo(undefined, told)}>
            Undo the import
          </Button>
          <Button variant="secondary" onClick={onClose}>
            Keep it
          </Button>
        </>
      }
    >
      <p className="soft mt-3">
        Everything that it made is removed. That is possible while nothing was built on it: undo later imports first.
      </p>
      {undoing.error !== null && (
        <Alert kind="bad" className="mt-4">
          {messageOf(undoing.error)}
        </Alert>
      )}
    </Dialog>
  );
}
