import type { SpeedTest } from '@portal/contract/network/speed-tests';
import { phrase, type Values } from '../../../shared/i18n/translate.ts';

/** A short mark beside a stored result, to be translated. */
export type ResultMark = { readonly text: string; readonly values?: Values };

/**
 * Limits of a stored result that its reader should know; none for a full test on an idle device
 * against our own server, or without details.
 */
export function marksOf(how: SpeedTest['how']): ResultMark[] {
  if (!how) return [];
  return [
    ...(how.mode === 'light' ? [{ text: phrase('Less data') }] : []),
    ...(how.foreignServer === null
      ? []
      : [{ text: phrase('Against {server}'), values: { server: how.foreignServer } }]),
    ...(how.uploadCountedBy === 'browser' ? [{ text: phrase('Upload counted in the browser') }] : []),
    ...(how.busy ? [{ text: phrase('Busy device') }] : []),
  ];
}
