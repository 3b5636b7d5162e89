import type { StaffTicketThread } from '@portal/contract/support/staff-tickets';
import { type TicketCategory, ticketCategory } from '@portal/contract/support/tickets';
import { deadlinesAfterRecategorizing, type SlaRules } from '@portal/kernel/support/ticket-sla';
import { useState } from 'react';
import { now } from '../../../../../shared/format/clock.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useSlaRules } from '../../use-sla-rules.ts';
import type { TicketChange } from '../api/change-ticket.ts';
import { categoryNames } from '../category-names.ts';
import { slaLabel } from '../sla-labels.ts';

const momentOf = (iso: string | null) => (iso === null ? null : new Date(iso));

/** The SLA times that the server will set. */
function slaTimesOf(ticket: StaffTicketThread, chosen: TicketCategory, rules: SlaRules) {
  const { sla, category, createdAt, slaFrom = null } = ticket;
  const state = {
    category,
    createdAt: new Date(createdAt),
    slaFrom: momentOf(slaFrom),
    firstResponseDueAt: momentOf(sla.firstResponseDueAt),
    resolutionDueAt: momentOf(sla.resolutionDueAt),
    firstResponseAt: momentOf(sla.firstResponseAt),
    resolvedAt: momentOf(sla.resolvedAt),
  };
  return deadlinesAfterRecategorizing(state, chosen, now(), rules);
}

type CategoryChangeProps = {
  ticket: StaffTicketThread;
  busy: boolean;
  onSave: (change: TicketChange, done: string) => void;
};

/**
 * The category of the ticket. Another category has another SLA, so it is shown before it is saved.
 */
export function CategoryChange({ ticket, busy, onSave }: CategoryChangeProps) {
  const [chosen, setChosen] = useState<TicketCategory>(ticket.category);
  const rules = useSlaRules();
  return (
    <div className="grid gap-3">
      <SelectField
        label="Category"
        options={ticketCategory.options.map((value) => ({ value, label: categoryNames[value] }))}
        value={chosen}
        disabled={busy}
        onChange={({ target }) =>
          setChosen(ticketCategory.options.find((option) => option === target.value) ?? ticket.category)
        }
      />
      {chosen !== ticket.category && (
        <>
          <Alert kind="info">
            As “{categoryNames[chosen]}”: {slaLabel(slaTimesOf(ticket, chosen, rules))} Counted from the report, or from
            when it was opened again; what we have missed stays missed. The customer sees it.
          </Alert>
          <div className="flex flex-wrap gap-2">
            <Button
              variant="secondary"
              busy={busy}
              busyLabel="Saving..."
              onClick={() => onSave({ category: chosen }, `Category: ${categoryNames[chosen]}`)}
            >
              Change category
            </Button>
            <Button variant="quiet" disabled={busy} onClick={() => setChosen(ticket.category)}>
              Keep {categoryNames[ticket.category]}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
