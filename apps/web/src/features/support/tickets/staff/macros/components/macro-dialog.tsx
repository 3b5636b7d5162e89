import type { Macro } from '@portal/contract/support/macros';
import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { foldName } from '@portal/kernel/fold-name';
import { useEffect, useRef, useState } from 'react';
import { AsyncBoundary } from '../../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../../shared/ui/async/skeleton.tsx';
import { Dialog } from '../../../../../../shared/ui/dialog/dialog.tsx';
import { Field } from '../../../../../../shared/ui/form/field.tsx';
import { PageLink } from '../../../../../../shared/ui/navigation/page-link.tsx';
import { useMacros } from '../api/macros.ts';
import { effectsOf } from '../macro-effects.ts';
import { MacroPreview } from './macro-preview.tsx';

type MacroDialogProps = { ticket: StaffTicketThread; onClose: () => void };

/** Chooses a macro, shows what it would do to this ticket, and runs it. */
export function MacroDialog({ ticket, onClose }: MacroDialogProps) {
  const [chosen, setChosen] = useState<Macro | null>(null);
  if (chosen) {
    return <MacroPreview ticket={ticket} chosen={chosen} onClose={onClose} onBack={() => setChosen(null)} />;
  }
  return (
    <Dialog open onClose={onClose} title={`Macros for ${ticket.number}`}>
      <MacroChoice onChoose={setChosen} />
      <PageLink className="link mt-3 inline-flex min-h-11 items-center" to="/admin/saved-replies#macros">
        Write and change macros
      </PageLink>
    </Dialog>
  );
}

function MacroChoice({ onChoose }: { onChoose: (macro: Macro) => void }) {
  const macros = useMacros();
  return (
    <AsyncBoundary
      query={macros}
      failure="We could not load the macros"
      skeleton={<Skeleton className="mt-3 h-64 w-full" />}
    >
      {(loaded) => <FoundMacros macros={loaded} onChoose={onChoose} />}
    </AsyncBoundary>
  );
}

type FoundMacrosProps = { macros: readonly Macro[]; onChoose: (macro: Macro) => void };

/** Enter takes the first. */
function FoundMacros({ macros, onChoose }: FoundMacrosProps) {
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const found = macros.filter(({ title }) => foldName(title).includes(foldName(typed)));
  const first = found[0];
  return (
    <form
      className="mt-3"
      onSubmit={(event) => {
        event.preventDefault();
        // React's events reach the form from which the dialog was opened.
        event.stopPropagation();
        if (first) onChoose(first);
      }}
    >
      <Field
        ref={field}
        label="Search"
        type="search"
        autoComplete="off"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <ul className="mt-3 max-h-[50dvh] overflow-y-auto">
        {found.map((macro) => (
          <li key={macro.id} className="border-line border-t first:border-t-0">
            <button
              type="button"
              className="min-h-11 w-full rounded-control px-2 py-2.5 text-left hover:bg-well focus-visible:-outline-offset-3"
              onClick={() => onChoose(macro)}
            >
              <span className="block font-medium">{macro.title}</span>
              <span className="small muted block">
                {[macro.reply && `Answers with “${macro.reply.title}”`, ...effectsOf(macro)].filter(Boolean).join('. ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && (
        <p className="soft mt-3">{macros.length === 0 ? 'There are no macros yet.' : 'No macro matches.'}</p>
      )}
    </form>
  );
}
