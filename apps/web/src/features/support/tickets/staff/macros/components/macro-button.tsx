import { runMacro } from '@portal/contract/support/macros';
import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { Zap } from 'lucide-react';
import { useState } from 'react';
import { Allowed } from '../../../../../../shared/staff/allowed.tsx';
import { KeyCap } from '../../../../../../shared/staff/shortcuts/key-cap.tsx';
import { useShortcuts } from '../../../../../../shared/staff/shortcuts/shortcuts.ts';
import { useMay } from '../../../../../../shared/staff/use-may.ts';
import { MacroDialog } from './macro-dialog.tsx';

/** Opens the macros for a ticket. */
export function MacroButton({ ticket }: { ticket: StaffTicketThread }) {
  const [open, setOpen] = useState(false);
  const may = useMay()(runMacro);
  const start = () => setOpen(true);
  useShortcuts(may ? [{ key: 'x', label: 'Run a macro', run: start }] : []);
  return (
    <Allowed to={runMacro}>
      <button type="button" className="chip" onClick={start}>
        <Zap className="icon-small" />
        Macro
        <KeyCap>X</KeyCap>
      </button>
      {open && <MacroDialog ticket={ticket} onClose={() => setOpen(false)} />}
    </Allowed>
  );
}
