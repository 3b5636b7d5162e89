import { type Job, type JobRun, listJobs } from '@portal/contract/console/operations';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { useRunJob } from './api/operations.ts';
import { jobLabel } from './job-status.ts';
import { lengthLabel } from './time-labels.ts';

const LOOK_EVERY_MS = 1000;
/** A reconciliation takes minutes: its run appears when the page refreshes. */
const LOOK_FOR_MS = 30_000;

function outcomeLabel({ outcome, durationMs, error }: JobRun): string {
  if (outcome === 'held') return 'It was not run: the clock of the machine is wrong.';
  const length = lengthLabel(durationMs / 1000);
  return outcome === 'failed'
    ? `It failed after ${length}: ${error ?? 'no reason was given'}`
    : `It ran for ${length}.`;
}

/**
 * "Run now" of a job: asks for the run, then looks every second, for half a minute, whether it was
 * made, and says how it ended.
 */
export function useRequestedRun(job: Job) {
  const client = useQueryClient();
  const running = useRunJob(job.name);
  const request = useMutateOnce(running);
  const [askedAt, setAskedAt] = useState<string | null>(null);
  const came = askedAt === null ? undefined : job.runs.find(({ startedAt }) => startedAt >= askedAt);

  useEffect(() => {
    if (askedAt === null) return;
    const look = setInterval(() => void client.invalidateQueries({ queryKey: [listJobs.path] }), LOOK_EVERY_MS);
    const end = setTimeout(() => setAskedAt(null), LOOK_FOR_MS);
    return () => {
      clearInterval(look);
      clearTimeout(end);
    };
  }, [askedAt, client]);

  const title = jobLabel(job.name);
  useEffect(() => {
    if (!came) return;
    setAskedAt(null);
    toast({
      title,
      description: outcomeLabel(came),
      ...(came.outcome !== 'succeeded' && { variant: 'destructive' as const }),
    });
  }, [came, title]);

  return {
    isAwaited: running.isPending || askedAt !== null,
    request: () =>
      request(undefined, {
        onSuccess: ({ askedAt: at, message }) => {
          setAskedAt(at);
          toast({ title, description: message });
        },
        onError: (error) => toast({ title: 'Not asked to run', description: messageOf(error), variant: 'destructive' }),
      }),
  };
}
