import { renameFilter, type SavedFilter, shareFilter } from '@portal/contract/console/saved-filters';
import { useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Dialog } from '../../../../../shared/ui/dialog/dialog.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useDeleteFilter, useRenameFilter, useShareFilter } from '../api/saved-filters.ts';

type ManageFiltersProps = { filters: readonly SavedFilter[]; onClose: () => void };

/** Renames, shares and deletes saved filters. */
export function ManageFilters({ filters, onClose }: ManageFiltersProps) {
  const [renamed, setRenamed] = useState<SavedFilter | null>(null);
  if (renamed) return <RenameDialog filter={renamed} onClose={() => setRenamed(null)} />;
  return (
    <Dialog open onClose={onClose} title="Saved filters">
      {filters.length === 0 ? (
        <p className="soft mt-3">None any more.</p>
      ) : (
        <ul className="mt-3 border-line border-t">
          {filters.map((filter) => (
            <Entry key={filter.id} filter={filter} onRename={() => setRenamed(filter)} />
          ))}
        </ul>
      )}
    </Dialog>
  );
}

function Entry({ filter, onRename }: { filter: SavedFilter; onRename: () => void }) {
  const { id, name, isShared, by } = filter;
  const may = useMay();
  const sharing = useShareFilter(id);
  const deleting = useDeleteFilter(id);
  const oneAtATime = useOneAtATime();
  const mayShare = may(shareFilter);
  const error = sharing.error ?? deleting.error;
  const run = (work: () => Promise<{ message: string }>) =>
    oneAtATime(async () => {
      const done = await work().catch(() => null);
      if (done) toast({ title: bidiIsolate(name), description: done.message });
    });
  return (
    <li className="border-line border-b py-3">
      <p className="semi wrap-anywhere">{bidiIsolate(name)}</p>
      <p className="small soft">{isShared ? `All staff see it. Saved by ${bidiIsolate(by)}.` : 'Only you see it.'}</p>
      {(mayShare || !isShared) && (
        <div className="mt-1 flex flex-wrap gap-x-2">
          <Button variant="quiet" aria-label={`Rename ${name}`} onClick={onRename}>
            Rename
          </Button>
          {mayShare && (
            <Button
              variant="quiet"
              busy={sharing.isPending}
              aria-label={isShared ? `Stop sharing ${name}` : `Share ${name} with all staff`}
              onClick={() => run(() => sharing.mutateAsync(!isShared))}
            >
              {isShared ? 'Stop sharing' : 'Share with all staff'}
            </Button>
          )}
          <Button
            variant="quiet"
            busy={deleting.isPending}
            aria-label={`Delete ${name}`}
            onClick={() => run(() => deleting.mutateAsync())}
          >
            Delete
          </Button>
        </div>
      )}
      {error && (
        <p className="small text-bad" role="alert">
          {messageOf(error)}
        </p>
      )}
    </li>
  );
}

function RenameDialog({ filter, onClose }: { filter: SavedFilter; onClose: () => void }) {
  const renaming = useRenameFilter(filter.id);
  const { field, ...form } = useCallForm({
    schema: renameFilter.body,
    start: { name: filter.name },
    bodyOf: (fields) => fields,
    call: renaming.mutateAsync,
    onDone: ({ message, filter: { name } }) => {
      toast({ title: bidiIsolate(name), description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Rename the filter" confirm="Save" form={form} onClose={onClose}>
      <Field label="Name" maxLength={60} autoComplete="off" {...field('name')} />
    </FormDialog>
  );
}
