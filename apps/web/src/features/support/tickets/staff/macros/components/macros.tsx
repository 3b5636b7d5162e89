import { createMacro, listMacros, type Macro } from '@portal/contract/support/macros';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useMutateOnce } from '../../../../../../shared/api/use-mutate-once.ts';
import { Allowed } from '../../../../../../shared/staff/allowed.tsx';
import { ConfirmDialog } from '../../../../../../shared/staff/confirm-dialog.tsx';
import { AsyncBoundary } from '../../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../../../shared/ui/feedback/toast.ts';
import { useDeleteMacro, useMacros } from '../api/macros.ts';
import { effectsOf } from '../macro-effects.ts';
import { MacroFormDialog } from './macro-form-dialog.tsx';

type Open = { readonly kind: 'write' | 'delete'; readonly macro: Macro | null } | null;

type MacrosProps = { staff: readonly { readonly id: number; readonly name: string }[] };

/** All macros for tickets, each to be changed or deleted; changes are on the audit record. */
export function Macros(props: MacrosProps) {
  return (
    <Allowed to={listMacros}>
      <MacroList {...props} />
    </Allowed>
  );
}

function MacroList({ staff }: MacrosProps) {
  const macros = useMacros();
  const [open, setOpen] = useState<Open>(null);
  const shut = () => setOpen(null);
  return (
    <section aria-labelledby="macros" className="mt-10 max-w-3xl">
      <h2 className="h2" id="macros">
        Macros
      </h2>
      <p className="soft mt-1 mb-4">
        One press on a ticket answers, sets its status and priority, assigns and tags it, all of it at once.
      </p>
      <Allowed to={createMacro}>
        <Button onClick={() => setOpen({ kind: 'write', macro: null })}>
          <Plus />
          New macro
        </Button>
      </Allowed>
      <div className="mt-6">
        <AsyncBoundary
          query={macros}
          failure="We could not load the macros"
          skeleton={<Skeleton className="h-40 w-full" />}
        >
          {(loaded) =>
            loaded.length === 0 ? (
              <EmptyState title="No macros yet">Write the first for something that you do to many tickets.</EmptyState>
            ) : (
              <ul className="border-ink border-t">
                {loaded.map((macro) => (
                  <Row
                    key={macro.id}
                    macro={macro}
                    onChange={() => setOpen({ kind: 'write', macro })}
                    onDelete={() => setOpen({ kind: 'delete', macro })}
                  />
                ))}
              </ul>
            )
          }
        </AsyncBoundary>
      </div>
      {open?.kind === 'write' && <MacroFormDialog macro={open.macro} staff={staff} onClose={shut} />}
      {open?.kind === 'delete' && open.macro && <DeleteDialog macro={open.macro} onClose={shut} />}
    </section>
  );
}

function Row({ macro, onChange, onDelete }: { macro: Macro; onChange: () => void; onDelete: () => void }) {
  const effects = [macro.reply && `Answers with “${macro.reply.title}”`, ...effectsOf(macro)].filter(Boolean);
  return (
    <li className="flex items-start gap-2 border-line border-b py-3">
      <div className="min-w-0 flex-1">
        <h3 className="semi break-words">{macro.title}</h3>
        <p className="soft break-words">{effects.join('. ')}</p>
      </div>
      <Allowed to={createMacro}>
        <button type="button" className="icon-btn" aria-label={`Change ${macro.title}`} onClick={onChange}>
          <Pencil />
        </button>
        <button type="button" className="icon-btn" aria-label={`Delete ${macro.title}`} onClick={onDelete}>
          <Trash2 />
        </button>
      </Allowed>
    </li>
  );
}

function DeleteDialog({ macro, onClose }: { macro: Macro; onClose: () => void }) {
  const deletion = useDeleteMacro();
  const send = useMutateOnce(deletion);
  function remove() {
    send(macro.id, {
      onSuccess: () => {
        toast({ title: 'Macro deleted', description: `${macro.title} is gone for everybody.` });
        onClose();
      },
    });
  }
  return (
    <ConfirmDialog
      title="Delete this macro"
      confirm="Delete for everybody"
      busy={deletion.isPending}
      error={deletion.error}
      onConfirm={remove}
      onClose={onClose}
    >
      “{macro.title}” disappears for everybody. What it did stays as it is.
    </ConfirmDialog>
  );
}
