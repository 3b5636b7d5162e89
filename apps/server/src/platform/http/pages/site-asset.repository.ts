import { eq, inArray, lt } from 'drizzle-orm';
import type { Queryable } from '../../database/connection.ts';
import { siteAssets } from '../../database/schema/platform/site-asset.ts';

export type StoredAsset = {
  readonly path: string;
  readonly contentType: string;
  /** Compressed where `isBrotli`. */
  readonly body: Buffer;
  readonly isBrotli: boolean;
};

/** Marks those of the assets that are stored as served now, and returns their paths. */
export async function touchAssets(
  queryable: Queryable,
  paths: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const rows = await queryable
    .update(siteAssets)
    .set({ servedAt: now })
    .where(inArray(siteAssets.path, [...paths]))
    .returning({ path: siteAssets.path });
  return new Set(rows.map(({ path }) => path));
}

/** An asset that is already stored stays as it is: its name changes with its content. */
export async function insertAssets(queryable: Queryable, assets: readonly StoredAsset[], now: Date): Promise<void> {
  if (assets.length === 0) return;
  await queryable
    .insert(siteAssets)
    .values(assets.map((asset) => ({ ...asset, servedAt: now })))
    .onConflictDoNothing();
}

export async function findAsset(queryable: Queryable, path: string): Promise<StoredAsset | null> {
  const [found] = await queryable.select().from(siteAssets).where(eq(siteAssets.path, path));
  return found ?? null;
}

export async function deleteAssetsServedBefore(queryable: Queryable, time: Date): Promise<void> {
  await queryable.delete(siteAssets).where(lt(siteAssets.servedAt, time));
}
