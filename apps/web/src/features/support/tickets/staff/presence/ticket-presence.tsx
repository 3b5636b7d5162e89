import { Eye, PenLine } from 'lucide-react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import type { OtherAt } from './others-at-ticket.ts';

type TicketPresenceProps = {
  others: readonly OtherAt[];
  /** The colleagues, as far as they are loaded. */
  staff: readonly { readonly id: number; readonly name: string }[] | undefined;
};

function sentence(names: readonly string[], doing: OtherAt['doing']): string {
  const last = names.at(-1) ?? '';
  const who = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last} are` : `${last} is`;
  return doing === 'writing' ? `${who} writing` : `${who} looking at this`;
}

/** "Ada Eze is writing": so that two do not answer the same. */
export function TicketPresence({ others, staff }: TicketPresenceProps) {
  const namesOf = (doing: OtherAt['doing']) =>
    others
      .filter((other) => other.doing === doing)
      .map(({ staffId }) => bidiIsolate(staff?.find(({ id }) => id === staffId)?.name ?? 'A colleague'));
  const [writing, looking] = [namesOf('writing'), namesOf('looking')];
  return (
    <div role="status" aria-label="Who else is here" className="grid gap-1 empty:hidden">
      {writing.length > 0 && (
        <p className="small semi flex items-center gap-2 text-warn">
          <PenLine className="icon-small flex-none" />
          {sentence(writing, 'writing')}
        </p>
      )}
      {looking.length > 0 && (
        <p className="small soft flex items-center gap-2">
          <Eye className="icon-small flex-none" />
          {sentence(looking, 'looking')}
        </p>
      )}
    </div>
  );
}
