import type { PrivacyView } from '@portal/contract/identity/privacy';
import { PERSONAL_DATA } from '../../platform/database/personal-data/declarations.ts';
import { describeHoldings } from './describe-holdings.ts';
import { findLatestExport, findScheduledDeletion } from './privacy.repository.ts';
import { type DeletionDependencies, findObstacles, presentDeletion, preventing } from './request-deletion.ts';
import { presentExport } from './request-export.ts';

const HOLDINGS = describeHoldings(PERSONAL_DATA);

/** What is held about a person, and what they have asked for. */
export async function readPrivacy(
  { database, billingFacts }: Pick<DeletionDependencies, 'database' | 'billingFacts'>,
  userId: number,
): Promise<PrivacyView> {
  const latest = await findLatestExport(database, userId);
  const deletion = await findScheduledDeletion(database, userId);
  const { obstacles } = await findObstacles({ billingFacts }, database, userId);
  return {
    holdings: HOLDINGS,
    export: latest && presentExport(latest),
    deletion: deletion && presentDeletion(deletion),
    obstacles: preventing(obstacles),
  };
}
