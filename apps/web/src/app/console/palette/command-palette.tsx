import { CornerDownLeft, Search, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { SHORTEST_SEARCH, useSearchEverything } from '../../../features/console/search/staff/api/search-everything.ts';
import { bidiIsolate } from '../../../shared/format/bidi-isolate.ts';
import { useMay } from '../../../shared/staff/use-may.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import { useOnline } from '../../../shared/ui/hooks/use-online.ts';
import { findPages, type PaletteEntry, type PaletteSection, presentFound } from './palette-entries.ts';

const PAUSE_MS = 150;

/** The pages and everything that is found, from one field (the combobox pattern of WAI-ARIA). */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const [typed, search, setTyped] = useTyped();
  const found = useSearchEverything(search);
  const may = useMay();
  const sections = sectionsOf(
    findPages(typed, may),
    found.data && search.length >= SHORTEST_SEARCH ? presentFound(found.data, search) : [],
  );
  const entries = sections.flatMap((section) => section.entries);
  const [chosen, setChosen] = useState(0);
  const current = Math.min(chosen, entries.length - 1);
  const id = useId();
  const optionId = (index: number) => `${id}-${index}`;
  const navigate = useNavigate();
  function open(entry: PaletteEntry | undefined) {
    if (!entry) return;
    onClose();
    void navigate(entry.to);
  }
  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && entries.length > 0) {
      event.preventDefault();
      setChosen((current + step + entries.length) % entries.length);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      // What is shown may still be the answer to what was typed before.
      if (typed.trim() === search || search.length < SHORTEST_SEARCH) open(entries[current]);
    }
  }
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  return (
    <PaletteDialog onClose={onClose}>
      <div className="palette-field">
        <Search className="icon" />
        <input
          role="combobox"
          aria-label="Search everything"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={`${id}-list`}
          aria-activedescendant={entries.length > 0 ? optionId(current) : undefined}
          placeholder="Name, phone, email, number, MAC, IP"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={typed}
          onChange={({ target }) => {
            setTyped(target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <button type="button" className="icon-btn" aria-label="Close" onClick={onClose}>
          <X />
        </button>
      </div>
      <PaletteState typed={typed} search={search} found={found} count={entries.length} />
      <div className="palette-list" role="listbox" id={`${id}-list`} aria-label="Pages and results">
        {sections.map((section) => (
          <Section key={section.heading} section={section}>
            {section.entries.map((entry) => {
              const index = entries.indexOf(entry);
              return (
                <Option
                  key={entry.key}
                  id={optionId(index)}
                  entry={entry}
                  current={index === current}
                  onOpen={() => open(entry)}
                />
              );
            })}
          </Section>
        ))}
      </div>
    </PaletteDialog>
  );
}

/** Results first: who types a number does not look for a page. */
function sectionsOf(pages: PaletteSection, found: readonly PaletteSection[]): PaletteSection[] {
  return [...found, pages].filter(({ entries }) => entries.length > 0);
}

function useTyped(): [typed: string, search: string, setTyped: (text: string) => void] {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, search, setTyped];
}

function PaletteDialog({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const element = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return createPortal(
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way and comes as onCancel.
    <dialog
      ref={element}
      className="palette"
      aria-label="Search everything"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={({ target, currentTarget }) => target === currentTarget && onClose()}
    >
      <div className="palette-sheet">{children}</div>
    </dialog>,
    document.body,
  );
}

type PaletteStateProps = {
  typed: string;
  search: string;
  found: ReturnType<typeof useSearchEverything>;
  count: number;
};

/** How the search stands, also for screen readers. */
function PaletteState({ typed, search, found, count }: PaletteStateProps) {
  const online = useOnline();
  const text = typed.trim();
  const isSearched = text.length >= SHORTEST_SEARCH;
  if (isSearched && found.isError) {
    return (
      <div className="palette-state" role="alert">
        <p>{online ? 'We could not search' : 'You are offline: only pages are listed'}</p>
        <Button variant="secondary" busy={found.isFetching} onClick={() => void found.refetch()}>
          Retry
        </Button>
      </div>
    );
  }
  const waits = isSearched && (text !== search || found.isFetching);
  return (
    <p className="palette-state" role="status">
      {stateOf({ text, isSearched, online, waits, count })}
    </p>
  );
}

type State = { text: string; isSearched: boolean; online: boolean; waits: boolean; count: number };

function stateOf({ text, isSearched, online, waits, count }: State): string {
  if (!online) return 'You are offline: only pages are listed';
  if (!isSearched) return text ? 'Type at least two characters' : 'Type a name, a number or a page';
  if (waits) return 'Searching...';
  if (count === 0) return `Nothing found for “${text}”`;
  return count === 1 ? '1 result' : `${count} results`;
}

function Section({ section, children }: { section: PaletteSection; children: ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a listbox.
    <div role="group" aria-labelledby={id}>
      <p className="palette-heading" id={id} role="presentation">
        {section.heading}
      </p>
      {children}
    </div>
  );
}

function Option({
  id,
  entry,
  current,
  onOpen,
}: {
  id: string;
  entry: PaletteEntry;
  current: boolean;
  onOpen: () => void;
}) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys.
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus and points here.
    <div id={id} role="option" aria-selected={current} className="palette-option" onClick={onOpen}>
      <span className="palette-option-text">
        <span className="semi">{bidiIsolate(entry.title)}</span>
        {entry.detail && <span className="small soft">{bidiIsolate(entry.detail)}</span>}
      </span>
      {entry.status && <span className="small soft">{entry.status}</span>}
      {current && <CornerDownLeft className="icon-small" aria-hidden="true" />}
    </div>
  );
}
