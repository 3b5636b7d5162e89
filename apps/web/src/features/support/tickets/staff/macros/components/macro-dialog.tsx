import type { Macro } from '@portal/contract/support/macros';
import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { useState } from 'react';
import { SearchDialog } from '../../../../../../shared/staff/search-dialog.tsx';
import { PageLink } from '../../../../../../shared/ui/navigation/page-link.tsx';
import { useMacros } from '../api/macros.ts';
import { effectsOf } from '../macro-effects.ts';
import { MacroPreview } from './macro-preview.tsx';

type MacroDialogProps = { ticket: StaffTicketThread; onClose: () => void };

/** Chooses a macro, shows what it would do to this ticket, and runs it. */
export function MacroDialog({ ticket, onClose }: MacroDialogProps) {
  const macros = useMacros();
  const [chosen, setChosen] = useState<Macro | null>(null);
  if (chosen) {
    return <MacroPreview ticket={ticket} chosen={chosen} onClose={onClose} onBack={() => setChosen(null)} />;
  }
  return (
    <SearchDialog
      title={`Macros for ${ticket.number}`}
      query={macros}
      failure="We could not load the macros"
      textOf={({ title }) => title}
      none="There are no macros yet."
      noMatch="No macro matches."
      link={
        <PageLink className="link mt-3 inline-flex min-h-11 items-center" to="/admin/saved-replies#macros">
          Write and change macros
        </PageLink>
      }
      onChoose={setChosen}
      onClose={onClose}
    >
      {(macro) => (
        <>
          <span className="block font-medium">{macro.title}</span>
          <span className="small muted block">
            {[macro.reply && `Answers with “${macro.reply.title}”`, ...effectsOf(macro)].filter(Boolean).join('. ')}
          </span>
        </>
      )}
    </SearchDialog>
  );
}
