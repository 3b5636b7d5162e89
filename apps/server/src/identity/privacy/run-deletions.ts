import type { FastifyBaseLogger } from 'fastify';
import { unhurried } from '../../platform/database/connection.ts';
import { erasePerson } from '../../platform/database/personal-data/erase-person.ts';
import type { FileStore } from '../../platform/files/create-file-store.ts';
import { redactAudit } from '../audit/redact-audit.ts';
import { accountChanged } from '../events.ts';
import { findPerson, replaceContact } from './person.repository.ts';
import { listDeletionsWithFiles, listDueDeletions, lockDueDeletion, updateDeletion } from './privacy.repository.ts';
import { type DeletionDependencies, findObstacles } from './request-deletion.ts';

/** Tables without an index by person are read whole. */
const STATEMENT_SECONDS = 600;

export type RunDeletionsDependencies = DeletionDependencies & {
  readonly logger: Pick<FastifyBaseLogger, 'info' | 'error'>;
  readonly files: FileStore;
  readonly hashPassword: (password: string) => Promise<string>;
  readonly randomBytes: (size: number) => Buffer;
};

/**
 * Deletes one person whose day has come, all or nothing: what the law keeps stays without their name.
 * What prevents it is stored, and the next run tries again. Null when it was withdrawn meanwhile.
 */
async function deletePerson(deps: RunDeletionsDependencies, id: string): Promise<'done' | 'prevented' | null> {
  const now = deps.clock();
  const passwordHash = await deps.hashPassword(deps.randomBytes(32).toString('base64url'));
  return unhurried(deps.database, STATEMENT_SECONDS).transaction(async (tx) => {
    const deletion = await lockDueDeletion(tx, id, now);
    if (!deletion) return null;
    const { userId } = deletion;
    const { obstacles, ending } = await findObstacles(deps, tx, userId);
    if (obstacles.length > 0) {
      await updateDeletion(tx, id, { obstacles });
      return 'prevented';
    }
    // Those of accounts with others in them may be somebody else's.
    const addresses = await deps.billingFacts.findPayerAddresses(tx, ending);
    const person = await findPerson(tx, userId, { accounts: ending, addresses });
    await replaceContact(tx, userId, ending);
    const files = await erasePerson(tx, { ...person, passwordHash }, redactAudit);
    await updateDeletion(tx, id, { status: 'done', endedAt: now, files, obstacles: [] });
    // The operator's other programs are told, so that they can do the same.
    await deps.publish(tx, accountChanged, { userId, change: 'disabled' });
    return 'done';
  });
}

/** Removes the uploaded files of the deleted, again after a crash. */
async function removeFiles({ database, files }: RunDeletionsDependencies): Promise<void> {
  for (const { id, files: ids } of await listDeletionsWithFiles(database)) {
    for (const file of ids) await files.remove(file);
    await updateDeletion(database, id, { files: [] });
  }
}

/** Deletes everybody whose day has come. Safe to repeat, to kill, and to run on several instances. */
export async function runDeletions(deps: RunDeletionsDependencies, signal?: AbortSignal): Promise<void> {
  for (const id of await listDueDeletions(deps.database, deps.clock())) {
    if (signal?.aborted) return;
    const outcome = await deletePerson(deps, id).catch((error: unknown) => {
      deps.logger.error({ err: error, deletionId: id }, 'a person could not be deleted');
      return null;
    });
    if (outcome === 'done') deps.logger.info({ deletionId: id }, 'a person was deleted');
  }
  await removeFiles(deps);
}
