import { Plus, X } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../api/api-error.ts';
import { useOneAtATime } from '../api/use-one-at-a-time.ts';
import { bidiIsolate } from '../format/bidi-isolate.ts';
import { PageLink } from '../ui/navigation/page-link.tsx';

type TagEditorProps = {
  tags: readonly string[];
  /** Stores all tags anew. */
  save: { mutateAsync: (tags: string[]) => Promise<unknown>; isPending: boolean; error: Error | null };
  mayChange: boolean;
  /** The list of what has this tag. */
  listOf: (tag: string) => string;
};

/** The words by which staff group customers or tickets; each leads to those that have it. */
export function TagEditor({ tags, save, mayChange, listOf }: TagEditorProps) {
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
    <div className="flex flex-wrap items-center gap-2">
      {tags.length > 0 && (
        <ul className="flex flex-wrap gap-2" aria-label="Tags">
          {tags.map((tag) => (
            <li key={tag} className="staff-tag">
              <PageLink to={listOf(tag)}>{bidiIsolate(tag)}</PageLink>
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
        <form className="staff-tag-form" onSubmit={add}>
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
