import { type SessionWave, stopSessionWave } from '@portal/contract/network/staff-sessions';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../../shared/api/use-mutate-once.ts';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { formatTimeOrMoment } from '../../../../../shared/format/date.ts';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { AsyncBoundary } from '../../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../../shared/ui/async/skeleton.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge, type StatusLook } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { serverLabel } from '../../../access-servers/staff/access-server-labels.ts';
import { useSessionWaves, useStopWave } from '../api/sessions.ts';

const STATES: Record<SessionWave['state'], StatusLook> = {
  running: { label: 'Running', kind: 'info', icon: Clock },
  done: { label: 'Done', kind: 'ok', icon: CircleCheck },
  stopped: { label: 'Stopped', kind: 'mute', icon: CircleX },
};

/** The waves that run, each with a button that stops it, and below them the last ones; nothing without any. */
export function WaveList() {
  const waves = useSessionWaves();
  return (
    <AsyncBoundary query={waves} failure="We could not load the waves" skeleton={<Skeleton className="h-6 w-full" />}>
      {(loaded) => {
        if (loaded.length === 0) return null;
        const running = loaded.filter(({ state }) => state === 'running');
        const over = loaded.filter(({ state }) => state !== 'running');
        return (
          <div className="mb-6 grid gap-3">
            {running.length > 0 && (
              <ul aria-label="Waves that run" className="panel grid gap-4">
                {running.map((wave) => (
                  <WaveItem key={wave.id} wave={wave} />
                ))}
              </ul>
            )}
            {over.length > 0 && (
              <details>
                <summary className="link inline-flex min-h-11 cursor-pointer items-center">Earlier waves</summary>
                <ul className="mt-2 grid gap-4">
                  {over.map((wave) => (
                    <WaveItem key={wave.id} wave={wave} />
                  ))}
                </ul>
              </details>
            )}
          </div>
        );
      }}
    </AsyncBoundary>
  );
}

function WaveItem({ wave }: { wave: SessionWave }) {
  const { id, accessServer, sessions, sent, waiting, state, startedAt, startedBy, endsAt, reason } = wave;
  const stopping = useStopWave(id);
  const stop = useMutateOnce(stopping);
  const name = serverLabel(accessServer.address, accessServer.name);
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
      <div className="min-w-0">
        <p className="semi flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="wrap-anywhere">{name}</span>
          <StatusBadge status={state} statuses={STATES} />
        </p>
        <p className="small">
          {sent.toLocaleString('en-NG')} of {sessions.toLocaleString('en-NG')} sessions ended or asked for
          {state === 'running' && `, ${waiting.toLocaleString('en-NG')} to come until ${formatTimeOrMoment(endsAt)}`}
        </p>
        <p className="small muted wrap-anywhere">
          {bidiIsolate(startedBy)}, {formatTimeOrMoment(startedAt)}: {bidiIsolate(reason)}
        </p>
        {stopping.error && <Alert kind="bad">{messageOf(stopping.error)}</Alert>}
      </div>
      {state === 'running' && (
        <Allowed to={stopSessionWave}>
          <Button
            variant="secondary"
            aria-label={`Stop the waves: ${name}`}
            busy={stopping.isPending}
            busyLabel="Stopping..."
            onClick={() => void stop()}
          >
            Stop
          </Button>
        </Allowed>
      )}
    </li>
  );
}
