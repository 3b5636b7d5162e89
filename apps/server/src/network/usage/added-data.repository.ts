/**
 * SQL of the gigabytes that a line has on top of the limit of its plan in a month: bundles that were bought
 * and credits by staff. `line` and `period` are SQL of a column or parameter.
 */
export function addedData(line: string, period: string): string {
  return `((select coalesce(sum(b.gigabytes), 0)::int from data_bundle_purchases b
      where b.user_id = ${line} and b.period = ${period} and b.ended_at is null)
    + (select coalesce(sum(c.gigabytes), 0)::int from data_credits c where c.line_id = ${line} and c.period = ${period}))`;
}
