import { listLastSuccesses } from '@portal/server/platform/backup/backup-run.repository';
import { databaseOf } from '@portal/server/platform/database/connection';
import type pg from 'pg';
import { about, type Finding } from './finding.ts';

const backups = about('Backups');
const HOUR_MS = 3_600_000;
/** As the alerts BackupTooOld and RestoreDrillTooOld. */
const OLDEST_BACKUP_HOURS = 26;
const OLDEST_DRILL_DAYS = 35;

/** How old the last backup and the last restore drill are. */
export async function checkBackups(pool: pg.Pool, now: () => Date): Promise<Finding[]> {
  const runs = await listLastSuccesses(databaseOf(pool));
  const hoursSince = (kind: (typeof runs)[number]['kind']): number => {
    const finishedAt = runs.find((run) => run.kind === kind)?.finishedAt;
    return finishedAt ? (now().getTime() - finishedAt.getTime()) / HOUR_MS : Number.POSITIVE_INFINITY;
  };
  return [judgeBackup(hoursSince('backup')), judgeDrill(hoursSince('restore-drill') / 24)];
}

function judgeBackup(hours: number): Finding {
  const remedy = 'Run npm run backup every night by the timer, or see why it fails (docs/backup.md).';
  if (!Number.isFinite(hours)) {
    return backups.warning('No backup by npm run backup is recorded.', `${remedy} pgBackRest records none here.`);
  }
  const found = `The last backup was made ${Math.round(hours)} hours ago.`;
  return hours <= OLDEST_BACKUP_HOURS ? backups.ok(found) : backups.fault(found, remedy);
}

function judgeDrill(days: number): Finding {
  const remedy = 'Run npm run restore-drill once a month (docs/backup.md).';
  if (!Number.isFinite(days)) return backups.warning('No backup was ever restored for trial.', remedy);
  const found = `A backup was last restored for trial ${Math.round(days)} days ago.`;
  return days <= OLDEST_DRILL_DAYS ? backups.ok(found) : backups.warning(found, remedy);
}
