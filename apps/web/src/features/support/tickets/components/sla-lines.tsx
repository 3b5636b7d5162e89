import type { Ticket } from '@portal/contract/support/tickets';
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react';
import { formatTimeOrMoment } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { classNames } from '../../../../shared/ui/layout/class-names.ts';
import { type SlaStatus, statusOf } from '../sla-status.ts';

const LOOKS = {
  late: { icon: TriangleAlert, className: 'text-bad font-semibold' },
  due: { icon: Clock, className: 'text-ink' },
  kept: { icon: CircleCheck, className: 'text-ok' },
} as const satisfies Record<SlaStatus['tone'], object>;

export type SlaLinesProps = {
  ticket: Pick<Ticket, 'status' | 'sla'>;
  /** Without deadlines that are only due later. */
  short?: boolean;
};

/** The deadlines of a ticket, the missed ones, and what has been done: a line each. */
export function SlaLines({ ticket, short = false }: SlaLinesProps) {
  const t = useText();
  return statusOf(ticket)
    .filter(({ tone }, index) => !short || index === 0 || tone === 'kept')
    .map(({ tone, text, at }) => {
      const { icon: ToneIcon, className } = LOOKS[tone];
      return (
        <span key={text} className={classNames('flex gap-2', className)}>
          <ToneIcon className="icon-small mt-[calc((1lh-16px)/2)]" />
          <span>{t(text, { time: formatTimeOrMoment(at) })}</span>
        </span>
      );
    });
}
