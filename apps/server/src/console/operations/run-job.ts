import { ApiError } from '../../platform/http/errors/api-error.ts';
import { countRunning } from '../../platform/instances/instance.repository.ts';
import type { OperationsDependencies } from './operations-dependencies.ts';

function sentence(isShared: boolean, running: number): string {
  if (running < 2) return 'It was asked to run now.';
  if (isShared) return `All ${running} instances were asked to run it now.`;
  return 'This instance was asked to run it now. Without Redis the others are not reached.';
}

/**
 * Asks every instance that can be reached to run a job now, audited. Answers when it asked, by the
 * clock of this machine, and whom. Throws ApiError job.not-found.
 */
export async function runJob(
  deps: OperationsDependencies,
  order: { readonly staffId: number; readonly name: string },
): Promise<{ readonly askedAt: string; readonly message: string }> {
  const { name, staffId } = order;
  if (!deps.jobs.list().some((job) => job.name === name)) throw new ApiError('job.not-found');
  const running = await deps.database.transaction(async (tx) => {
    const count = await countRunning(tx);
    const after = { instances: deps.bus.hasOthers ? count : 1 };
    await deps.recordAudit(tx, { actorId: staffId, action: 'job.run', subject: `job:${name}`, before: null, after });
    return count;
  });
  const askedAt = deps.clock().toISOString();
  deps.requestJob(name);
  return { askedAt, message: sentence(deps.bus.hasOthers, running) };
}
