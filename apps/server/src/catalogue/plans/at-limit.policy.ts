import type { AtLimit, FreeHours } from '@portal/contract/catalogue/plans';

/** What a plan does at its limit as it is stored. */
export type StoredAtLimit = {
  readonly atLimit: AtLimit['do'];
  readonly limitDownloadMbps: number | null;
  readonly limitUploadMbps: number | null;
};

export type StoredFreeHours = { readonly freeFromHour: number | null; readonly freeUntilHour: number | null };

/** The speeds are there with `slower` alone. */
export function presentAtLimit({ atLimit, limitDownloadMbps, limitUploadMbps }: StoredAtLimit): AtLimit {
  if (atLimit !== 'slower' || limitDownloadMbps === null || limitUploadMbps === null) return { do: atLimit };
  return { do: atLimit, downloadMbps: limitDownloadMbps, uploadMbps: limitUploadMbps };
}

export function presentFreeHours({ freeFromHour, freeUntilHour }: StoredFreeHours): FreeHours | null {
  return freeFromHour === null || freeUntilHour === null ? null : { fromHour: freeFromHour, untilHour: freeUntilHour };
}

type Given = {
  readonly downloadMbps: number;
  readonly dataLimitGb: number | null;
  readonly atLimit?: AtLimit | undefined;
  readonly freeHours?: FreeHours | null | undefined;
};

/**
 * What is wrong with a plan’s limit, a sentence for each field of the form: a limit of unlimited data,
 * `slower` without speeds or faster than the plan, and free hours that are the whole day or of unlimited data.
 */
export function findLimitFaults(plan: Given): Readonly<Record<string, string>> {
  const { downloadMbps, dataLimitGb, atLimit = { do: 'nothing' }, freeHours = null } = plan;
  const faults: Record<string, string> = {};
  if (atLimit.do !== 'nothing' && dataLimitGb === null)
    faults['atLimit.do'] = 'A plan with unlimited data has no limit to reach.';
  if (atLimit.do === 'slower') {
    for (const field of ['downloadMbps', 'uploadMbps'] as const) {
      const speed = atLimit[field];
      if (speed === undefined) faults[`atLimit.${field}`] = 'Enter the speed in Mbps';
      else if (speed > downloadMbps) faults[`atLimit.${field}`] = `Use at most the plan’s speed, ${downloadMbps} Mbps`;
    }
  }
  if (freeHours?.fromHour === freeHours?.untilHour && freeHours !== null)
    faults['freeHours.untilHour'] = 'Choose another hour than the one in which they begin';
  if (freeHours !== null && dataLimitGb === null)
    faults['freeHours.fromHour'] = 'A plan with unlimited data needs no free hours.';
  return faults;
}

/** The columns of a plan whose limit has no faults. */
export function storedLimit({ atLimit, freeHours }: Given): StoredAtLimit & StoredFreeHours {
  const isSlower = atLimit?.do === 'slower';
  return {
    atLimit: atLimit?.do ?? 'nothing',
    limitDownloadMbps: isSlower ? (atLimit.downloadMbps ?? null) : null,
    limitUploadMbps: isSlower ? (atLimit.uploadMbps ?? null) : null,
    freeFromHour: freeHours?.fromHour ?? null,
    freeUntilHour: freeHours?.untilHour ?? null,
  };
}
