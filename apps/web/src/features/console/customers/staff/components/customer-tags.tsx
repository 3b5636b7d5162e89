import type { CustomerPage } from '@portal/contract/console/customers';
import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../../shared/api/use-one-at-a-time.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';
import { useSetTags } from '../api/change-notes.ts';

/** The words by which staff group customers; each leads to the customers who have it. */
export function CustomerTags({ customer: { id, tags } }: { customer: CustomerPage }) {
  const save = useSetTags(id);
  const oneAtATime = useOneAtATime();
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
    <section aria-label="Tags" className="flex flex-wrap items-center gap-2 border-line border-b py-4">
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {tags.map((tag) => (
            <li key={tag} className="customer-tag">
              <PageLink to={`/admin/customers?${new URLSearchParams({ tag })}`}>{bidiIsolate(tag)}</PageLink>
              <button type="button" aria-label={`Remove the tag ${tag}`} onClick={() => remove(tag)}>
                <X className="icon-small" />
              </button>
            </li>
          ))}
        </ul>
      )}
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
      {save.error && (
        <p className="small w-full text-bad" role="alert">
          {messageOf(save.error)}
        </p>
      )}
    </section>
  );
}
