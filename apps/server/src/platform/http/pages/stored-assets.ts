import { brotliDecompressSync } from 'node:zlib';
import type { Clock } from '@portal/kernel/clock';
import type { Database } from '../../database/connection.ts';
import type { Job } from '../../jobs/job-runner.ts';
import type { Site } from './site.ts';
import {
  deleteAssetsServedBefore,
  findAsset,
  insertAssets,
  type StoredAsset,
  touchAssets,
} from './site-asset.repository.ts';
import { type SiteFile, toSiteFile } from './site-files.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const KEPT_MS = 30 * DAY_MS;
/** Addresses of hashed files, the only ones whose content never changes. */
const HASHED = /^\/assets\/[\w.-]{1,150}$/;

/**
 * Stores the hashed files of this build in the database, for the instances of other builds, and
 * deletes those of builds that no instance has served for 30 days. Call it before the portal
 * listens, and daily: then no page can ask for a file that no instance has.
 */
export async function storeAssets(database: Database, { assets }: Pick<Site, 'assets'>, clock: Clock): Promise<void> {
  const now = clock();
  const own = new Map([...assets].filter(([path]) => HASHED.test(path)));
  const stored = await touchAssets(database, [...own.keys()], now);
  const missing = [...own].filter(([path]) => !stored.has(path)).map(([path, file]) => toStored(path, file));
  await insertAssets(database, missing, now);
  await deleteAssetsServedBefore(database, new Date(now.getTime() - KEPT_MS));
}

/** `storeAssets` once a day. */
export function storeAssetsJob(database: Database, site: Site, clock: Clock): Job {
  return { name: 'site assets', intervalMs: DAY_MS, work: () => storeAssets(database, site, clock) };
}

/** A hashed file of another build; null where no instance has served one of that name lately. */
export async function findStoredAsset(database: Database, path: string): Promise<SiteFile | null> {
  const found = HASHED.test(path) ? await findAsset(database, path) : null;
  if (!found) return null;
  const { contentType, body, isBrotli } = found;
  return isBrotli ? toSiteFile(contentType, brotliDecompressSync(body), body) : toSiteFile(contentType, body);
}

function toStored(path: string, { contentType, brotli, plain }: SiteFile): StoredAsset {
  return { path, contentType, body: brotli ?? plain(), isBrotli: brotli !== null };
}
