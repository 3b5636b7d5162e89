import type { AtLimit } from '@portal/contract/catalogue/plans';
import { type PlanForm, planForm, type SessionRule, type StaffPlan } from '@portal/contract/catalogue/staff-plans';
import { parseNumber } from '@portal/kernel/parse-amount';
import { parseNaira } from '../../../../shared/format/parse-naira.ts';

/** The form as its fields hold it: figures as they are typed, one feature a line. */
export type PlanFields = {
  /** Empty until one is chosen. */
  region: PlanForm['region'] | '';
  name: string;
  downloadMbps: string;
  dataLimitGb: string;
  price: string;
  type: PlanForm['type'];
  features: string;
  atLimit: AtLimit['do'];
  limitDownloadMbps: string;
  limitUploadMbps: string;
  /** An hour of the day, or empty. */
  freeFromHour: string;
  freeUntilHour: string;
  sessionsAtOnce: string;
  sessionRule: SessionRule;
  macLock: 'yes' | 'no';
};

/** The fields of the parts of the body that are within others. */
export const PLAN_FIELD_NAMES = {
  'atLimit.do': 'atLimit',
  'atLimit.downloadMbps': 'limitDownloadMbps',
  'atLimit.uploadMbps': 'limitUploadMbps',
  'freeHours.fromHour': 'freeFromHour',
  'freeHours.untilHour': 'freeUntilHour',
};

export const NEW_PLAN: PlanFields = {
  region: '',
  name: '',
  downloadMbps: '',
  dataLimitGb: '',
  price: '',
  type: 'residential',
  features: '',
  atLimit: 'nothing',
  limitDownloadMbps: '',
  limitUploadMbps: '',
  freeFromHour: '',
  freeUntilHour: '',
  sessionsAtOnce: '1',
  sessionRule: 'newest',
  macLock: 'no',
};

export function fieldsOf(plan: StaffPlan): PlanFields {
  return {
    region: planForm.shape.region.safeParse(plan.region).data ?? '',
    name: plan.name,
    downloadMbps: String(plan.downloadMbps),
    dataLimitGb: plan.dataLimitGb === null ? '' : String(plan.dataLimitGb),
    price: String(plan.price),
    type: plan.type,
    features: plan.features.join('\n'),
    atLimit: plan.atLimit?.do ?? 'nothing',
    limitDownloadMbps: String(plan.atLimit?.downloadMbps ?? ''),
    limitUploadMbps: String(plan.atLimit?.uploadMbps ?? ''),
    freeFromHour: String(plan.freeHours?.fromHour ?? ''),
    freeUntilHour: String(plan.freeHours?.untilHour ?? ''),
    sessionsAtOnce: String(plan.sessionsAtOnce ?? 1),
    sessionRule: plan.sessionRule ?? 'newest',
    macLock: plan.macLock ? 'yes' : 'no',
  };
}

function atLimitOf({ atLimit, limitDownloadMbps, limitUploadMbps }: PlanFields) {
  if (atLimit !== 'slower') return { do: atLimit };
  return { do: atLimit, downloadMbps: parseNumber(limitDownloadMbps), uploadMbps: parseNumber(limitUploadMbps) };
}

/** The body for the server. No data limit means unlimited; empty lines are no features. */
export function bodyOf(fields: PlanFields) {
  const features = fields.features.split('\n').map((line) => line.trim());
  return {
    region: fields.region,
    name: fields.name,
    downloadMbps: parseNumber(fields.downloadMbps),
    dataLimitGb: fields.dataLimitGb.trim() === '' ? null : parseNumber(fields.dataLimitGb),
    price: parseNaira(fields.price),
    type: fields.type,
    features: features.filter((line) => line !== ''),
    atLimit: atLimitOf(fields),
    freeHours:
      fields.freeFromHour === '' && fields.freeUntilHour === ''
        ? null
        : { fromHour: parseNumber(fields.freeFromHour), untilHour: parseNumber(fields.freeUntilHour) },
    sessionsAtOnce: parseNumber(fields.sessionsAtOnce),
    sessionRule: fields.sessionRule,
    macLock: fields.macLock === 'yes',
  };
}
