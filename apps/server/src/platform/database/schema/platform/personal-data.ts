import { insertClaims } from '../insert-claim.ts';
import { declarePersonalData } from '../personal-data.ts';
import { backupRuns } from './backup-run.ts';
import { installationKeys } from './installation-key.ts';
import { instances } from './instance.ts';
import { jobRuns } from './job-run.ts';
import { securityEvents, siemCursors } from './security-event.ts';
import { settingVersions } from './setting-version.ts';
import { siteAssets } from './site-asset.ts';

/** What each table of platform holds about people; children before parents. */
export const platformPersonalData = [
  declarePersonalData(settingVersions, {
    columns: {
      id: 'none',
      subject: 'none',
      number: 'none',
      basedOn: 'none',
      state: 'none',
      value: 'none',
      note: 'none',
      authorId: 'staff',
      createdAt: 'none',
    },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'operation',
  }),
  declarePersonalData(siteAssets, {
    columns: { path: 'none', contentType: 'none', body: 'none', isBrotli: 'none', servedAt: 'none' },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'operation',
  }),
  declarePersonalData(backupRuns, {
    columns: {
      id: 'none',
      kind: 'none',
      outcome: 'none',
      location: 'none',
      sizeBytes: 'none',
      recoveryPoint: 'none',
      detail: 'none',
      startedAt: 'none',
      finishedAt: 'none',
    },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'operation',
  }),
  declarePersonalData(installationKeys, {
    columns: { name: 'none', encryptedKey: 'secret', createdAt: 'none' },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'operation',
  }),
  declarePersonalData(instances, {
    columns: {
      id: 'none',
      hostName: 'none',
      port: 'none',
      version: 'none',
      commit: 'none',
      startedAt: 'none',
      seenAt: 'none',
      stoppedAt: 'none',
    },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'operation',
  }),
  declarePersonalData(jobRuns, {
    columns: {
      job: 'none',
      instanceId: 'none',
      startedAt: 'none',
      finishedAt: 'none',
      durationMs: 'none',
      outcome: 'none',
      error: 'none',
      failuresInRow: 'none',
      lastSuccessAt: 'none',
    },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'operation',
  }),
  declarePersonalData(insertClaims, {
    columns: { key: 'none', madeAt: 'none' },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'short',
  }),
  declarePersonalData(securityEvents, {
    columns: {
      id: 'none',
      event: 'none',
      actor: 'link',
      source: 'device',
      detail: 'text',
      count: 'none',
      firstAt: 'none',
      lastAt: 'none',
    },
    purpose: 'sign-in',
    owner: "actor in (select 'user:' || unnest({people}))",
    onDeletion: 'delete',
    retention: {
      column: 'last_at',
      months: 12,
      by: 'rows',
      why: 'A year to look into an attack that was noticed late; they name nobody in clear',
    },
  }),
  declarePersonalData(siemCursors, {
    columns: { stream: 'none', sentId: 'none', sentAt: 'none', leasedBy: 'none', leasedUntil: 'none' },
    purpose: 'operation',
    onDeletion: 'keep',
    retention: 'operation',
  }),
];
