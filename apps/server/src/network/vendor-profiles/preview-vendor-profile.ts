import type { ProfileLine, ProfileTemplates } from '@portal/contract/network/staff-vendor-profiles';
import { templatePurposes } from '@portal/contract/network/staff-vendor-profiles';
import type { Queryable } from '../../platform/database/connection.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { LIMIT_POLICY, ratesOf } from '../access/line.policy.ts';
import { atSpeed, previewAttributes } from './render-profile.ts';
import { refuseFaults, templatesOf } from './save-vendor-profile.ts';
import { findPlanSpeeds, findProfileRow } from './vendor-profile.repository.ts';

/** Examples of what a line may have besides its speed; addresses are of the ranges for documentation. */
const EXAMPLE = { pool: 'home', address: '192.0.2.10', prefix: '2001:db8:10::/56' };
/** For a plan that is not slower at its limit. */
const SLOWER = { downMbps: 2, upMbps: 1 };
const A_DAY_S = 86_400;

export type Preview = Readonly<Record<'accept' | 'withBurst' | 'withAddress' | 'slower' | 'stopped', ProfileLine[]>>;

/**
 * What a line of the plan gets, with the given lines in place of the stored ones. Throws ApiError
 * vendor-profile.not-found, plan.not-found, request.invalid.
 */
export async function previewVendorProfile(
  { database, uploadPercent }: { readonly database: Queryable; readonly uploadPercent: number },
  asked: {
    readonly id: string;
    readonly planId: string;
    readonly draft: { [P in keyof ProfileTemplates]?: ProfileLine[] | undefined };
  },
): Promise<Preview> {
  const row = await findProfileRow(database, asked.id);
  if (!row) throw new ApiError('vendor-profile.not-found');
  const templates = templatesOf(row);
  for (const purpose of templatePurposes) templates[purpose] = asked.draft[purpose] ?? templates[purpose];
  refuseFaults(templates);
  const plan = await findPlanSpeeds(database, asked.planId);
  if (plan === null) throw new ApiError('plan.not-found');
  const rates = ratesOf(plan.downloadMbps, uploadPercent);
  const line = atSpeed({ downMbps: rates.down, upMbps: rates.up });
  const { pool, address, prefix } = EXAMPLE;
  const slower = {
    downMbps: plan.limitDownloadMbps ?? SLOWER.downMbps,
    upMbps: plan.limitUploadMbps ?? SLOWER.upMbps,
  };
  const double = { downMbps: rates.down * 2, upMbps: rates.up * 2 };
  const of = (values: typeof line) => previewAttributes(templates, values);
  return {
    accept: of({ ...line, pool }).accept,
    withBurst: of({ ...line, burst: double }).change,
    withAddress: of({ ...line, address, prefix, sessionTimeoutS: A_DAY_S }).accept,
    slower: of({ ...line, ...slower, limit: 'slower' }).change,
    stopped: of({ ...line, limit: 'stop', policy: LIMIT_POLICY }).change,
  };
}
