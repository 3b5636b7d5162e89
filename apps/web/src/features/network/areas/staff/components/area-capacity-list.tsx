import { type AreaCapacity, setAreaCapacity } from '@portal/contract/network/staff-incidents';
import { parseNumber } from '@portal/kernel/parse-amount';
import { useState } from 'react';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { EmptyState } from '../../../../../shared/ui/async/empty-state.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { useAreaCapacity, useSetAreaCapacity } from '../api/areas.ts';

const NEW: AreaCapacity = { area: '', lines: 0, uplinkMbps: null, linePorts: null };

/** The areas with their lines, uplink and ports, and how to say what they have. */
export function AreaCapacityList() {
  const areas = useAreaCapacity();
  const [edited, setEdited] = useState<AreaCapacity | null>(null);
  return (
    <section aria-label="Areas" className="mt-8 max-w-4xl">
      <Allowed to={setAreaCapacity}>
        <Button variant="secondary" onClick={() => setEdited(NEW)}>
          Add an area
        </Button>
      </Allowed>
      <AsyncBoundary
        query={areas}
        failure="We could not load the areas"
        skeleton={<Skeleton className="mt-4 h-80 w-full" />}
      >
        {(loaded) =>
          loaded.length === 0 ? (
            <div className="mt-5">
              <EmptyState title="No area yet">
                Areas are added here, or where the area of a line or an incident is set.
              </EmptyState>
            </div>
          ) : (
            <ul className="mt-5 border-ink border-t">
              {loaded.map((area) => (
                <Row key={area.area} area={area} onEdit={() => setEdited(area)} />
              ))}
            </ul>
          )
        }
      </AsyncBoundary>
      {edited && <CapacityDialog area={edited} onClose={() => setEdited(null)} />}
    </section>
  );
}

const figure = (count: number) => count.toLocaleString('en-NG');

function Row({ area: { area, lines, uplinkMbps, linePorts }, onEdit }: { area: AreaCapacity; onEdit: () => void }) {
  return (
    <li className="grid grid-cols-1 gap-x-6 gap-y-1 border-line border-b py-3 sm:grid-cols-[minmax(0,1fr)_170px_170px_auto] sm:items-center">
      <p className="semi wrap-anywhere">{bidiIsolate(area)}</p>
      <p className="small">
        {figure(lines)} {linePorts === null ? (lines === 1 ? 'line' : 'lines') : `of ${figure(linePorts)} ports`}
        {linePorts === null && <span className="soft">, ports not set</span>}
      </p>
      <p className="small">
        {uplinkMbps === null ? <span className="soft">Uplink not set</span> : `Uplink ${figure(uplinkMbps)} Mbps`}
      </p>
      <Allowed to={setAreaCapacity}>
        <Button variant="quiet" aria-label={`Change ${area}`} onClick={onEdit}>
          Change
        </Button>
      </Allowed>
    </li>
  );
}

const numberOf = (typed: string) => (typed.trim() === '' ? null : parseNumber(typed));

function CapacityDialog({ area, onClose }: { area: AreaCapacity; onClose: () => void }) {
  const saving = useSetAreaCapacity();
  const isNew = area.area === '';
  const { field, ...form } = useCallForm({
    schema: setAreaCapacity.body,
    start: {
      area: area.area,
      uplinkMbps: area.uplinkMbps?.toString() ?? '',
      linePorts: area.linePorts?.toString() ?? '',
    },
    bodyOf: ({ area: name, uplinkMbps, linePorts }) => ({
      area: name,
      uplinkMbps: numberOf(uplinkMbps),
      linePorts: numberOf(linePorts),
    }),
    call: saving.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Area', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title={isNew ? 'Add an area' : bidiIsolate(area.area)} confirm="Save" form={form} onClose={onClose}>
      {isNew && <Field label="Area" maxLength={100} autoComplete="off" {...field('area')} />}
      <Field
        label="Uplink in Mbps"
        inputMode="numeric"
        autoComplete="off"
        hint="What the area shares towards the internet. Empty while you do not know it."
        {...field('uplinkMbps')}
      />
      <Field
        label="Line ports"
        inputMode="numeric"
        autoComplete="off"
        hint="How many lines can be connected there."
        {...field('linePorts')}
      />
    </FormDialog>
  );
}
