import { sql } from 'drizzle-orm';
import type { Queryable } from '../../platform/database/connection.ts';
import { areaTraffic } from '../../platform/database/schema/network/area-traffic.ts';
import { customerAreas } from '../../platform/database/schema/network/outage.ts';
import { usageDays } from '../../platform/database/schema/network/usage.ts';

/**
 * Notes what the lines of each area have used of the Lagos day `day`, which began at `since`. Lines
 * whose area was changed on that day are left out until the next, so that what they used elsewhere
 * is no traffic here. Repeating it in the same hour replaces what was noted.
 */
export async function recordAreaTraffic(
  queryable: Queryable,
  { now, day, since }: { readonly now: Date; readonly day: string; readonly since: Date },
): Promise<void> {
  await queryable.execute(
    sql`insert into ${areaTraffic} ("area", "hour", "counted_at", "download_bytes", "upload_bytes")
      select ${customerAreas.area}, date_trunc('hour', ${now.toISOString()}::timestamptz), ${now.toISOString()},
        coalesce(sum(${usageDays.downloadBytes}), 0), coalesce(sum(${usageDays.uploadBytes}), 0)
      from ${customerAreas}
      left join ${usageDays} on ${usageDays.lineId} = ${customerAreas.lineId} and ${usageDays.day} = ${day}
      where ${customerAreas.changedAt} < ${since.toISOString()}
      group by ${customerAreas.area} order by 1
      on conflict ("area", "hour") do update set "counted_at" = excluded."counted_at",
        "download_bytes" = excluded."download_bytes", "upload_bytes" = excluded."upload_bytes"
      where ${areaTraffic.countedAt} < excluded."counted_at"`,
  );
}

export type BusyHour = { readonly area: string; readonly mbps: number; readonly at: string };

/**
 * The hour with most traffic of each area since `since`: its average rate in the busier direction.
 * An hour counts where it was noted near its end, and so was the one before, or where a day begins.
 */
export async function listBusyHours(queryable: Queryable, since: Date): Promise<BusyHour[]> {
  const before = (column: string) =>
    sql.raw(`lag("${column}") over (partition by "area", "lagos_day" order by "hour")`);
  const { rows } = await queryable.execute<{ area: string; mbps: number; at: Date | string }>(
    sql`select distinct on ("area") "area", round(("bytes" * 8 / 1e6 / "seconds")::numeric, 1)::float8 as mbps, "hour" as at
      from (
        select "area", "hour",
          greatest("download_bytes" - coalesce(${before('download_bytes')}, 0), "upload_bytes" - coalesce(${before('upload_bytes')}, 0)) as bytes,
          extract(epoch from "counted_at" - coalesce(${before('counted_at')}, "lagos_day" at time zone 'Africa/Lagos'))::float8 as seconds
        from (select *, date_trunc('day', "hour" at time zone 'Africa/Lagos') as "lagos_day" from ${areaTraffic}
          where "hour" >= ${since.toISOString()}) noted
      ) hours
      where "seconds" between 1800 and 5400 and "bytes" >= 0
      order by "area", mbps desc, "hour" desc`,
  );
  return rows.map(({ area, mbps, at }) => ({ area, mbps, at: new Date(at).toISOString() }));
}
