import { lazy } from '../../../shared/format/lazy.ts';

const GB_PER_TB = 1024;
const used = lazy(() => new Intl.NumberFormat('en-NG', { minimumFractionDigits: 1, maximumFractionDigits: 1 }));
const exact = lazy(() => new Intl.NumberFormat('en-NG', { minimumFractionDigits: 2, maximumFractionDigits: 2 }));
const whole = lazy(() => new Intl.NumberFormat('en-NG', { maximumFractionDigits: 1 }));

export type DataSize = { readonly figure: string; readonly unit: 'GB' | 'TB' };

/**
 * Used data, always with one decimal: 67.5 GB, from 1024 GB up 1.5 TB (specification section 3).
 */
export function usedSize(gigabytes: number): DataSize {
  return inUnit(gigabytes, used());
}

/** Used data of one day, to the hundredth: 3.24 GB. */
export function exactSize(gigabytes: number): DataSize {
  return inUnit(gigabytes, exact());
}

/** An allowance, with a decimal only where it has one: 100 GB, 1.5 TB. */
export function allowanceSize(gigabytes: number): DataSize {
  return inUnit(gigabytes, whole());
}

/** The figure with its unit: '32.5 GB'. */
export function formatSize({ figure, unit }: DataSize): string {
  return `${figure} ${unit}`;
}

function inUnit(gigabytes: number, format: Intl.NumberFormat): DataSize {
  if (gigabytes < GB_PER_TB) return { figure: format.format(gigabytes), unit: 'GB' };
  return { figure: format.format(gigabytes / GB_PER_TB), unit: 'TB' };
}
