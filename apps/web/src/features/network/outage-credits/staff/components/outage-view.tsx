import type { getOutage } from '@portal/contract/network/staff-outage-credits';
import { applyOutage } from '@portal/contract/network/staff-outage-credits';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { Allowed } from '../../../../../shared/staff/allowed.tsx';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { StatusBadge } from '../../../../../shared/ui/feedback/status-badge.tsx';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { lineCountLabel, OUTAGE_STATES, outageStatusText, outageTime } from '../outage-labels.ts';
import { ApplyDialog } from './apply-dialog.tsx';
import { OutageLines } from './outage-lines.tsx';

type LoadedOutage = z.output<typeof getOutage.answer>;

/** One outage: its credits, who gets them, and what staff may still decide. */
export function OutageView({ outage }: { outage: LoadedOutage }) {
  const [applying, setApplying] = useState(false);
  const { counts, state, withoutArea } = outage;
  const isOpen = state === 'listed' && counts.waiting > 0;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h1 className="h2 break-words">{outage.title}</h1>
        <StatusBadge status={state} statuses={OUTAGE_STATES} />
      </div>
      <p className="soft mt-1.5 break-words">
        {outage.area}, {outageTime(outage)}
      </p>
      <div className="mt-8 grid items-start gap-10 lg:grid-cols-[minmax(0,1fr)_340px] lg:gap-16">
        <div className="order-2 min-w-0 lg:order-1">
          <OutageLines outage={outage} />
        </div>
        <div className="order-1 grid gap-5 lg:order-2">
          <p>{outageStatusText(outage)}</p>
          {isOpen && (
            <Allowed to={applyOutage}>
              <Button className="justify-self-start" onClick={() => setApplying(true)}>
                Apply credits now
              </Button>
            </Allowed>
          )}
          <DescriptionList
            className="border-line border-y py-4"
            facts={[
              { label: 'Eligible', value: counts.waiting.toLocaleString('en-NG') },
              { label: 'Excluded', value: counts.excluded.toLocaleString('en-NG') },
              { label: 'Credited', value: counts.credited.toLocaleString('en-NG') },
              { label: 'Ended before the credit', value: counts.ended.toLocaleString('en-NG') },
            ]}
          />
          {withoutArea > 0 && state !== 'done' && (
            <Alert kind="warn">
              Of {lineCountLabel(withoutArea)} nobody has said where they are, so they are on no list. Customers’ pages
              have a place for it.
            </Alert>
          )}
        </div>
      </div>
      {applying && <ApplyDialog outage={outage} onClose={() => setApplying(false)} />}
    </>
  );
}
