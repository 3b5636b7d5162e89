import { foldName } from '@portal/kernel/fold-name';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { AsyncBoundary } from '../ui/async/async-boundary.tsx';
import { Skeleton } from '../ui/async/skeleton.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Field } from '../ui/form/field.tsx';

type SearchDialogProps<Item> = {
  title: string;
  query: UseQueryResult<readonly Item[]>;
  failure: string;
  /** In which the typed words are found, however they are written. */
  textOf: (item: Item) => string;
  none: string;
  noMatch: string;
  /** Below the list. */
  link: ReactNode;
  children: (item: Item) => ReactNode;
  onChoose: (item: Item) => void;
  onClose: () => void;
};

/** Finds one of a list while somebody types, who need not wait for it to load; Enter takes the first. */
export function SearchDialog<Item extends { readonly id: string }>(props: SearchDialogProps<Item>) {
  const { title, query, failure, textOf, none, noMatch, link, children, onChoose, onClose } = props;
  const [typed, setTyped] = useState('');
  const [entered, setEntered] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const found = query.data?.filter((item) => foldName(textOf(item)).includes(foldName(typed))) ?? [];
  const first = found[0];
  useEffect(() => {
    if (entered && first) onChoose(first);
  }, [entered, first, onChoose]);
  return (
    <Dialog open onClose={onClose} title={title}>
      <form
        className="mt-3"
        onSubmit={(event) => {
          event.preventDefault();
          // React's events reach the form from which the dialog was opened.
          event.stopPropagation();
          setEntered(true);
        }}
      >
        <Field
          ref={field}
          label="Search"
          type="search"
          autoComplete="off"
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setEntered(false);
          }}
        />
      </form>
      <AsyncBoundary query={query} failure={failure} skeleton={<Skeleton className="mt-3 h-64 w-full" />}>
        {(all) => (
          <>
            <ul className="mt-3 max-h-[50dvh] overflow-y-auto">
              {found.map((item) => (
                <li key={item.id} className="border-line border-t first:border-t-0">
                  <button
                    type="button"
                    className="min-h-11 w-full rounded-control px-2 py-2.5 text-left hover:bg-well focus-visible:-outline-offset-3"
                    onClick={() => onChoose(item)}
                  >
                    {children(item)}
                  </button>
                </li>
              ))}
            </ul>
            {found.length === 0 && <p className="soft mt-3">{all.length === 0 ? none : noMatch}</p>}
          </>
        )}
      </AsyncBoundary>
      {link}
    </Dialog>
  );
}
