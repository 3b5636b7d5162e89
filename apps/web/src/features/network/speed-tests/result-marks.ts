import type { SpeedTest } from '@portal/contract/network/speed-tests';
import { phrase, type Values } from '../../../shared/i18n/translate.ts';

/** A few words beside a kept result, to be translated. */
export type ResultMark = { readonly text: string; readonly values?: Values };

/**
 * What a reader of kept results has to know of how one was measured; nothing of a full test on a
 * quiet device against our own server, or where nobody told.
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
