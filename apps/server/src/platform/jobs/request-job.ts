import { type LiveBus, topic } from '../events/live-bus.ts';
import type { JobRunner } from './job-runner.ts';

const requests = topic<{ readonly job: string }>('job-requests');

/**
 * Asks every instance that the bus reaches, this one included, to run a job soon and to record that
 * run at once.
 */
export type RequestJob = (job: string) => void;

export function createJobRequests(bus: LiveBus, runner: Pick<JobRunner, 'runRequested'>): RequestJob {
  bus.subscribe(requests, ({ job }) => runner.runRequested(job));
  return (job) => bus.publish([requests], { job });
}
