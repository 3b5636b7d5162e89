import type { UsageView } from '@portal/contract/network/usage';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDate, formatTimeOrMoment } from '../../../../shared/format/date.ts';
import { Sentence } from '../../../../shared/i18n/sentence.tsx';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { AsyncBoundary } from '../../../../shared/ui/async/async-boundary.tsx';
import { Skeleton } from '../../../../shared/ui/async/skeleton.tsx';
import { Badge } from '../../../../shared/ui/feedback/badge.tsx';
import { GlassSlab } from '../../../../shared/ui/layout/glass-slab.tsx';
import { limitRules } from '../../../catalogue/plans/at-limit.ts';
import { useUsage } from '../api/get-usage.ts';
import { allowanceSize, formatSize, usedSize } from '../data-size.ts';
import { percentUsed, type UsageLevel, usageLevel, usageLevels } from '../usage-level.ts';
import { renewalDay } from '../usage-month.ts';
import { UsageMeter } from './usage-meter.tsx';

export type UsageSlabProps = {
  title: string;
  /** Adds the remaining data and the day of the reset, with a larger figure. */
  detailed?: boolean;
  /** Actions for a month that has a limit. */
  action?: ReactNode;
};

/**
 * The live slab: data used this month, of how much, with its level. An account without data of its
 * own shows the sample, marked as such.
 */
export function UsageSlab({ title, detailed = false, action }: UsageSlabProps) {
  const t = useText();
  const usage = useUsage();
  // As high as a month with a limit, which has the most content, so that nothing moves when it
  // loads.
  const height = detailed ? 'min-h-85 lg:min-h-90' : 'min-h-70 md:min-h-72.5';
  return (
    <AsyncBoundary
      query={usage}
      failure={t('We could not load your data usage')}
      skeleton={<Skeleton className={`${height} w-full rounded-panel`} />}
    >
      {(view) => (
        <GlassSlab cut className={`flex flex-col p-5 md:p-8 ${height}`}>
          <UsageFigures title={title} view={view} detailed={detailed} action={action} />
        </GlassSlab>
      )}
    </AsyncBoundary>
  );
}

type UsageFiguresProps = { title: string; view: UsageView; detailed: boolean; action: ReactNode };

function UsageFigures({ title, view, detailed, action }: UsageFiguresProps) {
  const t = useText();
  const used = usedSize(view.dataUsed);
  const percent = percentUsed(view.dataUsed, view.dataLimit);
  const level = usageLevel(percent);
  const figure = detailed ? 'text-[clamp(4rem,3rem+4.4vw,6.5rem)]' : 'text-[clamp(3.5rem,3rem+2vw,5rem)]';
  const limit = useLimitText(view);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="h4">{title}</h2>
        <span className="flex gap-2">
          {view.sample && <Badge kind="mute">{t('Sample')}</Badge>}
          <LevelBadge level={level} unlimited={percent === null} />
        </span>
      </div>
      <p className="mt-4 mb-5 flex flex-wrap items-baseline gap-x-3">
        <span className={`font-light leading-[.85] tracking-[-0.05em] ${figure}`}>{used.figure}</span>
        <span className="soft text-[1.125rem]">{limit}</span>
      </p>
      {percent !== null && (
        <UsageMeter
          percent={percent}
          level={level}
          label={t('Data used')}
          valueText={`${used.figure} ${limit}, ${t(usageLevels[level])}`}
        />
      )}
      {detailed && <WhatIsLeft view={view} />}
      <div className="mt-auto flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pt-4">
        <Standing view={view} percent={percent} />
        {view.dataLimit !== null && !view.sample && action}
      </div>
    </>
  );
}

/** What is in force because the data are used up; from three quarters on, what will be; else the last packet. */
function Standing({ view, percent }: { view: UsageView; percent: number | null }) {
  const t = useText();
  const { limited, atLimit } = view;
  if (limited) {
    const { do: does, downloadMbps: down, uploadMbps: up } = limited;
    const day = formatDate(limited.until);
    return (
      <span className="flex items-start gap-2 font-semibold" role="status">
        <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0" />
        {does === 'stop'
          ? t('Until {day} your line reaches only this portal and its payment pages', { day })
          : t('Slower until {day}: {down} Mbps down, {up} Mbps up', { day, down, up })}
      </span>
    );
  }
  const [rule] = atLimit && percent !== null && percent >= 75 ? limitRules(t, { atLimit }) : [];
  return rule === undefined ? <LastPacket view={view} /> : <span className="soft small">{rule}</span>;
}

/** The text after the figure: 'of 100 GB', or with the figure's own unit where the two differ. */
function useLimitText({ dataUsed, dataLimit }: UsageView): string {
  const t = useText();
  const { unit } = usedSize(dataUsed);
  if (dataLimit === null) return t('{unit} used, unlimited', { unit });
  const limit = allowanceSize(dataLimit);
  if (limit.unit === unit) return t('of {limit}', { limit: formatSize(limit) });
  return t('{unit} of {limit}', { unit, limit: formatSize(limit) });
}

function LevelBadge({ level, unlimited }: { level: UsageLevel; unlimited: boolean }) {
  const t = useText();
  if (unlimited) return <Badge kind="mute">{t('Unlimited')}</Badge>;
  return (
    <Badge kind="mute" icon={level === 'normal' ? undefined : TriangleAlert}>
      {t(usageLevels[level])}
    </Badge>
  );
}

/** The time of the last packet of this line; for the sample, when real figures replace it. */
function LastPacket({ view: { updatedAt, sample } }: { view: UsageView }) {
  const t = useText();
  if (sample) return <span className="soft small">{t('Your data use appears here once your line is connected.')}</span>;
  return (
    <span className="soft small">
      {updatedAt
        ? t('Last heard from the network: {moment}', { moment: formatTimeOrMoment(updatedAt) })
        : t('Nothing heard from the network this month yet')}
    </span>
  );
}

function WhatIsLeft({ view: { dataUsed, dataLimit, period, sample, freeHours } }: { view: UsageView }) {
  const t = useText();
  const strong = (text: string) => <b className="font-semibold text-on-glass">{text}</b>;
  const left = dataLimit === null ? null : dataLimit - dataUsed;
  return (
    <p className="soft flex flex-wrap justify-between gap-x-4 gap-y-1 pt-5">
      {left !== null && (
        <span>
          {left >= 0 ? (
            <Sentence text="{amount} left" parts={{ amount: strong(formatSize(usedSize(left))) }} />
          ) : (
            <Sentence text="{amount} over" parts={{ amount: strong(formatSize(usedSize(-left))) }} />
          )}
        </span>
      )}
      {!sample && (
        <span>
          <Sentence
            text={left === null ? 'Counted anew from {day}' : 'New data on {day}'}
            parts={{ day: strong(renewalDay(period)) }}
          />
        </span>
      )}
      {freeHours && (
        <span>{t('{amount} used in free hours, not counted', { amount: formatSize(usedSize(freeHours.used)) })}</span>
      )}
    </p>
  );
}
