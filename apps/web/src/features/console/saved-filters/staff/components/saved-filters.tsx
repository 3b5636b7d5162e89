import { type FilteredList, saveFilter } from '@portal/contract/console/saved-filters';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useSavedFilters, useSaveFilter } from '../api/saved-filters.ts';
import { ManageFilters } from './manage-filters.tsx';

type SavedFiltersProps = {
  list: FilteredList;
  /** The address of the list's page. */
  path: string;
  /** The filter that limits the list now, as in the address; empty without one. */
  query: string;
};

/** The saved filters of a list as links, and how to save the present one. */
export function SavedFilters({ list, path, query }: SavedFiltersProps) {
  const filters = useSavedFilters(list);
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const close = () => setOpen(null);
  return (
    <AsyncBoundary
      query={filters}
      failure="We could not load the saved filters"
      skeleton={<Skeleton className="h-11 w-64" />}
    >
      {(saved) => {
        const isSaved = saved.some((filter) => filter.query === query);
        return (
          <nav aria-label="Saved filters" className="flex min-h-11 flex-wrap items-center gap-2">
            {saved.length === 0 && query === '' && (
              <p className="muted small">Filter the list to save the filter here.</p>
            )}
            {saved.map((filter) => (
              <PageLink
                key={filter.id}
                className="saved-filter"
                to={`${path}?${filter.query}`}
                aria-current={filter.query === query ? 'true' : undefined}
              >
                {bidiIsolate(filter.name)}
                {filter.isShared && <span className="sr-only">, shared</span>}
              </PageLink>
            ))}
            <Allowed to={saveFilter}>
              {query !== '' && !isSaved && (
                <Button variant="quiet" onClick={() => setOpen('save')}>
                  Save this filter
                </Button>
              )}
              {saved.length > 0 && (
                <Button variant="quiet" onClick={() => setOpen('manage')}>
                  Manage
                </Button>
              )}
            </Allowed>
            {open === 'save' && <SaveDialog list={list} query={query} onClose={close} />}
            {open === 'manage' && <ManageFilters filters={saved} onClose={close} />}
          </nav>
        );
      }}
    </AsyncBoundary>
  );
}

type SaveDialogProps = { list: FilteredList; query: string; onClose: () => void };

function SaveDialog({ list, query, onClose }: SaveDialogProps) {
  const saving = useSaveFilter();
  const { field, ...form } = useCallForm({
    schema: saveFilter.body,
    start: { name: '' },
    bodyOf: ({ name }) => ({ list, query, name }),
    call: saving.mutateAsync,
    onDone: ({ message, filter }) => {
      toast({ title: bidiIsolate(filter.name), description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Save this filter" confirm="Save" form={form} onClose={onClose}>
      <Field
        label="Name"
        maxLength={60}
        autoComplete="off"
        hint="Only you see it, until it is shared under Manage. One of yours with this name is replaced."
        {...field('name')}
      />
    </FormDialog>
  );
}
