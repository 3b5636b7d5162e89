import type { NetworkReport } from '@portal/contract/network/incidents';
import { formatMoment } from '../../../../shared/format/date.ts';
import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { GlassSlab } from '../../../../shared/ui/layout/glass-slab.tsx';
import { EVERYWHERE } from '../group-incidents.ts';
import { ConnectionIndicator } from './connection-indicator.tsx';
import { ThirtyDayHistory } from './thirty-day-history.tsx';

const SENTENCES: Record<NetworkReport['connection'], string> = {
  Online: phrase('The network works everywhere.'),
  'Partial outage': phrase('The network works, with faults in some areas.'),
  'Major outage': phrase('Some areas have no service.'),
};

function sentenceOf({ connection, areas }: NetworkReport): string {
  const whole = areas.find(({ name }) => name === EVERYWHERE);
  return whole && whole.connection !== 'Online' ? phrase('A fault concerns the whole network.') : SENTENCES[connection];
}

/** The whole network in one sentence, three facts and thirty strands. */
export function StatusSlab({ report }: { report: NetworkReport }) {
  const t = useText();
  const facts = [
    {
      name: t('Connection Status'),
      value: (
        <>
          <ConnectionIndicator connection={report.connection} />
          {t(report.connection)}
        </>
      ),
    },
    { name: t('Network Quality'), value: t(report.quality) },
    { name: t('Scheduled Maintenance'), value: t(report.maintenance) },
  ];
  return (
    <GlassSlab cut className="network">
      <p className="h2" role="status">
        {t(sentenceOf(report))}
      </p>
      <dl>
        {facts.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="text-right">{value}</dd>
          </div>
        ))}
      </dl>
      <ThirtyDayHistory days={report.days} />
      <p className="soft micro mt-4">{t('As of {time}', { time: formatMoment(report.updatedAt) })}</p>
    </GlassSlab>
  );
}
