import type { ProfileLine, ProfileTemplates } from '@portal/contract/network/staff-vendor-profiles';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { usePlans } from '../../../../catalogue/plans/api/list-plans.ts';
import { useProfilePreview } from '../api/vendor-profiles.ts';
import { writeLines } from '../profile-lines.ts';

/** While somebody types, the server is not asked. */
const PAUSE_MS = 500;

function usePaused<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return JSON.parse(paused) as Value;
}

const PARTS = [
  ['accept', 'When the line connects'],
  ['withAddress', 'With a fixed address, a prefix and a session of a day at most'],
  ['withBurst', 'With a burst of twice the speed'],
  ['slower', 'Slower at the limit, here 2 Mbps down and 1 Mbps up'],
  ['stopped', 'Stopped at the limit, with the policy portal-only'],
] as const;

/** What a line of a plan would get from the lines as they stand, saved or not. */
export function ProfilePreview({ id, draft }: { id: string; draft: ProfileTemplates }) {
  const plans = usePlans();
  const [chosen, setChosen] = useState('');
  const planId = chosen || (plans.data?.[0]?.id ?? '');
  const preview = useProfilePreview(id, planId, usePaused(draft));
  return (
    <section aria-labelledby="preview-heading" className="grid content-start gap-4">
      <h3 id="preview-heading" className="semi">
        What a line gets
      </h3>
      <AsyncBoundary
        query={plans}
        failure="We could not load the plans"
        skeleton={<Skeleton className="h-16 w-full" />}
      >
        {(loaded) => (
          <SelectField
            label="Plan"
            options={loaded.map(({ id: value, name }) => ({ value, label: name }))}
            value={planId}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
      </AsyncBoundary>
      {preview.error && <Alert kind="warn">{messageOf(preview.error)}</Alert>}
      {preview.data &&
        PARTS.map(([part, label]) => (
          <Part key={part} label={label} lines={preview.data[part]} isOld={preview.isError} />
        ))}
    </section>
  );
}

function Part({ label, lines, isOld }: { label: string; lines: readonly ProfileLine[]; isOld: boolean }) {
  return (
    <div className={isOld ? 'opacity-50' : undefined}>
      <p className="small muted">{label}</p>
      {lines.length === 0 ? (
        <p className="soft">Nothing: the access server keeps what it has.</p>
      ) : (
        <pre className="small wrap-anywhere whitespace-pre-wrap font-mono">{writeLines(lines)}</pre>
      )}
    </div>
  );
}
