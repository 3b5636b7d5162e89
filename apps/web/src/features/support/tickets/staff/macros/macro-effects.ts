import type { Macro } from '@portal/contract/support/macros';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { ticketPriorities, ticketStatuses } from '../../ticket-labels.ts';

function assigned({ assignTo, assignee }: Pick<Macro, 'assignTo' | 'assignee'>): string | null {
  if (assignTo === 'me') return 'Assigns it to you';
  if (assignTo === 'nobody') return 'Assigns it to nobody';
  return assignee && `Assigns it to ${bidiIsolate(assignee.name)}`;
}

/** What a macro does, besides its answer, in its order: "Sets it to Resolved". */
export function effectsOf(macro: Omit<Macro, 'id' | 'title' | 'reply'>): string[] {
  const { status, priority, addTags } = macro;
  const effects = [
    addTags.length > 0 &&
      `Adds ${addTags.length === 1 ? 'the tag' : 'the tags'} ${addTags.map(bidiIsolate).join(', ')}`,
    status && `Sets it to ${ticketStatuses[status].label}`,
    priority && `Sets the priority to ${ticketPriorities[priority].label}`,
    assigned(macro),
  ];
  return effects.filter((effect) => typeof effect === 'string' && effect !== '').map(String);
}
