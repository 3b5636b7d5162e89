import { type ImportKind, importKinds } from '@portal/contract/console/imports';
import { type FormEvent, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { CsvFileChoice } from '../../../../../shared/staff/csv-file-choice.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useImport, useStartImport } from '../api/imports.ts';
import { kindLabels } from '../import-labels.ts';
import { ColumnChoice } from './column-choice.tsx';
import { ImportReport } from './import-report.tsx';
import { ReadingChoice } from './reading-choice.tsx';

type Choices = Readonly<Record<string, string>>;
/** By field: the header of its column, and how its amounts or dates are written. */
type Reading = { readonly columns: Choices; readonly readings: Choices };
const NOTHING_CHOSEN: Reading = { columns: {}, readings: {} };

/** `checked` is the dry run of the file with this reading; null before it. */
type Draft = {
  readonly kind: ImportKind;
  readonly source: string;
  readonly file: File | null;
  readonly reading: Reading;
  readonly checked: string | null;
};

const kinds = importKinds.map((value) => ({ value, label: kindLabels[value] }));

/**
 * Takes a file in two steps: a check, which shows what would happen and which columns are read, and
 * the import of the same file.
 */
export function ImportForm({ onImport }: { onImport: (id: string) => void }) {
  const [draft, setDraft] = useState<Draft>({
    kind: 'customers',
    source: 'csv',
    file: null,
    reading: NOTHING_CHOSEN,
    checked: null,
  });
  const [missing, setMissing] = useState<string>();
  const starting = useStartImport();
  const start = useMutateOnce(starting);
  const change = (changed: Partial<Draft>) =>
    setDraft({ ...draft, reading: NOTHING_CHOSEN, checked: null, ...changed });
  function send(reading: Reading, isDryRun: boolean) {
    const { kind, source, file } = draft;
    if (!file) {
      setMissing('Choose a CSV file');
      return;
    }
    setMissing(undefined);
    start(
      { kind, source, file, ...reading, isDryRun },
      {
        onSuccess: ({ import: { id } }) => (isDryRun ? setDraft({ ...draft, reading, checked: id }) : onImport(id)),
      },
    );
  }
  function check(event: FormEvent) {
    event.preventDefault();
    send(draft.reading, true);
  }
  return (
    <div className="mt-6 grid max-w-4xl grid-cols-1 gap-8">
      <form noValidate className="grid gap-5" onSubmit={check}>
        <div className="grid gap-5 sm:grid-cols-2">
          <SelectField
            label="What is in the file"
            options={kinds}
            value={draft.kind}
            onChange={({ target }) =>
              change({ kind: importKinds.find((kind) => kind === target.value) ?? 'customers' })
            }
          />
          <Field
            label="Source"
            hint="Names the old system: the same for all of its files"
            maxLength={40}
            value={draft.source}
            onChange={({ target }) => change({ source: target.value })}
          />
        </div>
        <CsvFileChoice
          file={draft.file}
          hint="With the names of the columns in its first row; names with marks need UTF-8."
          error={missing}
          onChoose={(file) => change({ file })}
        />
        {starting.error && <Alert kind="bad">{messageOf(starting.error)}</Alert>}
        <Button
          type="submit"
          className="justify-self-start"
          variant={draft.checked === null ? 'primary' : 'secondary'}
          busy={starting.isPending}
          busyLabel="Sending..."
        >
          Check the file
        </Button>
      </form>
      {draft.checked !== null && (
        <Checked
          key={draft.checked}
          id={draft.checked}
          busy={starting.isPending}
          onCheck={(chosen) =>
            send(
              {
                columns: { ...draft.reading.columns, ...chosen.columns },
                readings: { ...draft.reading.readings, ...chosen.readings },
              },
              true,
            )
          }
          onImport={() => send(draft.reading, false)}
        />
      )}
    </div>
  );
}

type CheckedProps = {
  id: string;
  busy: boolean;
  onCheck: (chosen: Reading) => void;
  onImport: () => void;
};

/** The outcome of the check; another choice is checked again before it is imported. */
function Checked({ id, busy, onCheck, onImport }: CheckedProps) {
  const run = useImport(id);
  const [chosen, setChosen] = useState(NOTHING_CHOSEN);
  const { columns, readings } = chosen;
  const hasChanged = Object.keys({ ...columns, ...readings }).length > 0;
  return (
    <AsyncBoundary query={run} failure="We could not load the check" skeleton={<Skeleton className="h-60 w-full" />}>
      {(checked) => (
        <section aria-label="Result of the check" className="grid gap-6">
          <ImportReport run={checked} />
          {checked.headers.length > 0 && (
            <ColumnChoice
              run={checked}
              chosen={columns}
              onChoose={(field, header) => setChosen({ ...chosen, columns: { ...columns, [field]: header } })}
            />
          )}
          <ReadingChoice
            run={checked}
            chosen={readings}
            onChoose={(field, way) => setChosen({ ...chosen, readings: { ...readings, [field]: way } })}
          />
          <div className="flex flex-wrap gap-3">
            {hasChanged && (
              <Button busy={busy} busyLabel="Sending..." onClick={() => onCheck(chosen)}>
                Check again with this choice
              </Button>
            )}
            {!hasChanged && checked.status === 'done' && checked.accepted > 0 && (
              <Button busy={busy} busyLabel="Sending..." onClick={onImport}>
                Import {checked.accepted === 1 ? 'this row' : 'these rows'}
              </Button>
            )}
          </div>
        </section>
      )}
    </AsyncBoundary>
  );
}
