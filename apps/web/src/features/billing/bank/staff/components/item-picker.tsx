import { useEffect, useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatDay } from '../../../../../shared/format/date.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useOpenItems } from '../api/bank-lines.ts';
import { kindNames, signedNaira } from '../bank-labels.ts';

const PAUSE_MS = 250;

type ItemPickerProps = {
  lineId: number;
  chosen: ReadonlyMap<string, number>;
  onToggle: (key: string, amount: number) => void;
};

/** Open items in the direction of a line, by name, number or sum. */
export function ItemPicker({ lineId, chosen, onToggle }: ItemPickerProps) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const items = useOpenItems(lineId, search);
  return (
    <div className="grid gap-2">
      <Field
        label="Find what is recorded"
        hint="A name, the number of a slip, or the sum"
        type="search"
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <AsyncBoundary
        query={items}
        failure="We could not load what is open"
        skeleton={<Skeleton className="h-40 w-full" />}
      >
        {(found) =>
          found.length === 0 ? (
            <p className="small soft">Nothing that is open in this direction has that.</p>
          ) : (
            <ul className="max-h-72 overflow-y-auto border-line border-t">
              {found.map(({ key, kind, who, amount, day, reference, recordedBy }) => (
                <li key={key} className="border-line border-b">
                  <label className="grid min-h-11 cursor-pointer grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 py-2">
                    <input type="checkbox" checked={chosen.has(key)} onChange={() => onToggle(key, amount)} />
                    <span className="min-w-0">
                      <span className="block wrap-anywhere">{bidiIsolate(who)}</span>
                      <span className="small soft block wrap-anywhere">
                        {kindNames[kind]}, {formatDay(`${day}T12:00:00Z`)}
                        {reference && `, ${reference}`}
                        {recordedBy && recordedBy !== who && `, ${recordedBy}`}
                      </span>
                    </span>
                    <span className="semi text-right">{signedNaira(amount)}</span>
                  </label>
                </li>
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
    </div>
  );
}
