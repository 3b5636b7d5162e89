import { type StaffTicketThread, setTicketTags } from '@portal/contract/support/staff-tickets';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { useMay } from '../../../../../shared/staff/use-may.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useSetTicketTags } from '../api/set-ticket-tags.ts';

/** The words by which staff group tickets; each leads to the tickets that have it. */
export function TicketTags({ ticket: { id, tags = [] } }: { ticket: StaffTicketThread }) {
  const save = useSetTicketTags(id);
  const oneAtATime = useOneAtATime();
  const mayChange = useMay()(setTicketTags);
  const [typed, setTyped] = useState('');
  function add(event: FormEvent) {
    event.preventDefault();
    const tag = typed.trim();
    if (!tag) return;
    oneAtATime(async () => {
      const saved = await save.mutateAsync([...tags, tag]).catch(() => null);
      if (saved) setTyped('');
    });
  }
  const remove = (tag: string) =>
    oneAtATime(async () => {
      await save.mutateAsync(tags.filter((kept) => kept !== tag)).catch(() => null);
    });
  return (
    <div className="flex flex-wrap items-center gap-2">
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} className="customer-tag">
              <PageLink to={`/admin/tickets?${new URLSearchParams({ tag })}`}>{bidiIsolate(tag)}</PageLink>
              {mayChange && (
                <button type="button" aria-label={`Remove the tag ${tag}`} onClick={() => remove(tag)}>
                  <X className="icon-small" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {tags.length === 0 && !mayChange && <p className="small muted">No tags</p>}
      {mayChange && (
        <form className="customer-tag-form" onSubmit={add}>
          <input
            aria-label="New tag"
            placeholder="Add a tag"
            maxLength={30}
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          <button type="submit" aria-label="Add the tag" aria-busy={save.isPending || undefined}>
            <Plus className="icon-small" />
          </button>
        </form>
      )}
      {save.error && (
        <p className="small w-full text-bad" role="alert">
          {messageOf(save.error)}
        </p>
      )}
    </div>
  );
}
