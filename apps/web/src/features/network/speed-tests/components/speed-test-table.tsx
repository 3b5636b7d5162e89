import type { SpeedTest } from '@portal/contract/network/speed-tests';
import type { ReactNode } from 'react';
import { formatMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { marksOf } from '../result-marks.ts';
import { formatPing, formatSpeed } from '../speed-figures.ts';

const HEAD = 'w-[19%] pb-2.5 pl-3 text-right font-semibold';

export type SpeedTestTableProps<Test> = {
  tests: readonly Test[];
  /** Content below a test's date beside its marks. */
  more?: (test: Test) => ReactNode;
};

/**
 * Tests with their three measurements, and marks for less exact ones. Below 640 px each row becomes
 * a block with labelled values in three columns.
 */
export function SpeedTestTable<Test extends SpeedTest>({ tests, more }: SpeedTestTableProps<Test>) {
  const t = useText();
  return (
    <table className="w-full max-sm:block">
      <thead className="micro muted whitespace-nowrap max-sm:sr-only">
        <tr>
          <th className="pb-2.5 text-left font-semibold">{t('Date')}</th>
          <th className={HEAD}>{t('Download, Mbps')}</th>
          <th className={HEAD}>{t('Upload, Mbps')}</th>
          <th className={HEAD}>{t('Ping, ms')}</th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {tests.map((test) => (
          <tr
            key={test.id}
            className="border-line max-sm:grid max-sm:grid-cols-3 max-sm:gap-x-3 max-sm:gap-y-1 max-sm:border-t max-sm:py-3.5"
          >
            <td className="whitespace-nowrap border-line py-3 pr-4 max-sm:col-span-3 max-sm:p-0 max-sm:font-semibold sm:border-t">
              {formatMoment(test.timestamp)}
              <Marks test={test} />
              {more?.(test)}
            </td>
            <Measure label={t('Download')} value={formatSpeed(test.downloadSpeed)} />
            <Measure label={t('Upload')} value={formatSpeed(test.uploadSpeed)} />
            <Measure label={t('Ping')} value={formatPing(test.ping)} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Marks({ test: { how } }: { test: SpeedTest }) {
  const t = useText();
  const words = marksOf(how).map(({ text, values }) => t(text, values));
  if (words.length === 0) return null;
  return <span className="micro muted block whitespace-normal font-normal">{words.join(', ')}</span>;
}

function Measure({ label, value }: { label: string; value: string }) {
  return (
    <td className="border-line py-3 pl-4 text-right align-top font-semibold max-sm:p-0 max-sm:text-left sm:border-t">
      <span className="micro muted block font-normal sm:hidden">{label}</span>
      {value}
    </td>
  );
}
