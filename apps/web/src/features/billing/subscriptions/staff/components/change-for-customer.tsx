import { changeForCustomer, type SubscriptionChange } from '@portal/contract/billing/staff-subscriptions';
import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { planChangeDay } from '@portal/kernel/billing/plan-change-day';
import { DAY_MS } from '@portal/kernel/calendar';
import { interpolate } from '@portal/kernel/interpolate';
import { noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { messageOf } from '../../../../../shared/api/api-error.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { now } from '../../../../../shared/format/clock.ts';
import { formatDate } from '../../../../../shared/format/date.ts';
import { formatExactNaira, formatNaira } from '../../../../../shared/format/naira.ts';
import { inEnglish } from '../../../../../shared/i18n/translate.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { Alert } from '../../../../../shared/ui/feedback/alert.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { TextAreaField } from '../../../../../shared/ui/form/text-area-field.tsx';
import { useServicePlans } from '../../../../catalogue/plans/api/list-service-plans.ts';
import { cancelText } from '../../cancel-text.ts';
import { subscriptionState } from '../../subscription-state.ts';
import { upcomingChange } from '../../upcoming-change.ts';
import { useChangeForCustomer, useUpgradeQuoteOf } from '../api/change-for-customer.ts';

type OfLine = {
  customerId: number;
  lineId: number;
  subscription: SubscriptionView | null;
};

type Asked = 'plan' | Exclude<SubscriptionChange, 'plan' | 'upgrade'>;

const TITLES: Readonly<Record<Asked, string>> = {
  plan: 'Change the plan',
  stay: 'Stay on the present plan',
  pause: 'Pause the line',
  resume: 'End the pause',
  cancel: 'Cancel the line',
  keep: 'Let the line go on',
};

/** What can be done to the subscription as it is, by the rules of the customer's own pages. */
function possible(subscription: SubscriptionView | null): Asked[] {
  if (!subscription) return ['plan'];
  const { kind } = subscriptionState(subscription, now());
  if (subscription.cancelsAt) return ['keep', ...(kind === 'paused' ? (['resume'] as const) : [])];
  return [
    'plan',
    ...(subscription.scheduledPlanId ? (['stay'] as const) : []),
    ...(kind === 'active' ? (['pause'] as const) : []),
    ...(kind === 'paused' ? (['resume'] as const) : []),
    'cancel',
  ];
}

/** Changes, pauses, resumes or cancels a line for its customer, each after a dialog with its effect. */
export function ChangeForCustomer(of: OfLine) {
  const [asked, setAsked] = useState<Asked | null>(null);
  return (
    <div className="mt-4 flex flex-wrap gap-x-4 gap-y-1">
      {possible(of.subscription).map((change) => (
        <Button key={change} variant="quiet" onClick={() => setAsked(change)}>
          {TITLES[change]}
        </Button>
      ))}
      {asked && <ChangeDialog {...of} asked={asked} onClose={() => setAsked(null)} />}
    </div>
  );
}

type Fields = { planId: string; time: string; days: string; reason: string };
type Form = z.output<typeof changeForCustomer.body>;

function ChangeDialog({
  customerId,
  lineId,
  subscription,
  asked,
  onClose,
}: OfLine & { asked: Asked; onClose: () => void }) {
  const changing = useChangeForCustomer(customerId);
  const {
    field,
    form: fields,
    ...form
  } = useCallForm<Fields, Form, { message: string }>({
    schema: changeForCustomer.body,
    start: { planId: '', time: 'next-bill', days: '30', reason: '' },
    bodyOf: ({ planId, time, days, reason }) => ({
      change: asked === 'plan' && time === 'now' ? 'upgrade' : asked,
      ...(asked === 'plan' && { planId }),
      ...(asked === 'pause' && { days: Number(days) }),
      reason,
      lineId,
    }),
    call: changing.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: TITLES[asked], description: message });
      onClose();
    },
  });
  const [planId, time, days] = fields.watch(['planId', 'time', 'days']);
  const isNow = asked === 'plan' && time === 'now';
  return (
    <FormDialog title={TITLES[asked]} confirm={TITLES[asked]} form={form} onClose={onClose}>
      {asked === 'plan' && (
        <PlanFields
          of={{ id: customerId, line: lineId }}
          subscription={subscription}
          planId={planId}
          planField={field('planId')}
          timeField={field('time')}
        />
      )}
      {asked === 'pause' && (
        <Field label="For how many days?" hint="7 to 90 days, once a year" inputMode="numeric" {...field('days')} />
      )}
      {!isNow && <Effect asked={asked} subscription={subscription} planId={planId} days={Number(days)} />}
      <TextAreaField
        label="Reason"
        rows={2}
        maxLength={500}
        hint={asked === 'cancel' ? 'The customer’s own: why they leave.' : 'How they asked. It stays on record.'}
        {...field('reason')}
      />
    </FormDialog>
  );
}

type FieldProps = ReturnType<ReturnType<typeof useCallForm<Fields, Form, { message: string }>>['field']>;

type PlanFieldsProps = {
  of: { id: number; line: number };
  subscription: SubscriptionView | null;
  planId: string;
  planField: FieldProps;
  timeField: FieldProps;
};

function PlanFields({ of, subscription, planId, planField, timeField }: PlanFieldsProps) {
  const { data: plans = [] } = useServicePlans();
  const plan = plans.find(({ id }) => id === planId);
  const isActive = subscription && subscriptionState(subscription, now()).kind === 'active';
  const mayBeNow = isActive && plan && plan.price > subscription.monthlyFee;
  const quote = useUpgradeQuoteOf({ ...of, plan: mayBeNow ? plan.id : null });
  return (
    <>
      <SelectField
        label="Plan"
        placeholder="Choose a plan"
        options={plans.map(({ id, name, price }) => ({ value: id, label: `${name}, ${formatNaira(price)} a month` }))}
        {...planField}
      />
      {mayBeNow && (
        <SelectField
          label="When"
          options={[
            { value: 'next-bill', label: 'With the next bill, free' },
            ...(quote.data
              ? [{ value: 'now', label: `Now, for ${formatExactNaira(quote.data.total)} beside the credit` }]
              : []),
          ]}
          {...timeField}
        />
      )}
      {mayBeNow && quote.data && (
        <ul className="soft small">
          {quote.data.lines.map(({ label, amount }) => (
            <li key={label}>
              {label}: {formatExactNaira(amount)}
            </li>
          ))}
          <li>Now is paid from credit: take the money at the counter first.</li>
        </ul>
      )}
      {mayBeNow && quote.error && <Alert kind="info">{messageOf(quote.error)}</Alert>}
    </>
  );
}

type EffectProps = { asked: Asked; subscription: SubscriptionView | null; planId: string; days: number };

/** What it does, in the words of the customer's own page, and what they are told. */
function Effect({ asked, subscription, planId, days }: EffectProps) {
  const { data: plans = [] } = useServicePlans();
  const plan = plans.find(({ id }) => id === planId)?.name;
  const { effect, told } = effectOf(asked, subscription, plan, days);
  return (
    <div className="grid gap-2" aria-live="polite">
      {effect && <p>{effect}</p>}
      {told && <p className="soft small">The customer is told: “{told}”</p>}
    </div>
  );
}

function noticeText(kind: keyof typeof noticeTemplates, values: Readonly<Record<string, string>>): string {
  const { title, text } = noticeTemplates[kind];
  return interpolate(`${title}. ${text}`, values);
}

function effectOf(asked: Asked, subscription: SubscriptionView | null, plan: string | undefined, days: number) {
  const present = subscription?.planName ?? '';
  switch (asked) {
    case 'plan': {
      if (!plan) return { effect: '', told: '' };
      if (!subscription || subscription.status === 'pending') {
        return { effect: `${plan} begins with the first payment.`, told: noticeText('plan-kept', { plan }) };
      }
      const day = planChangeDay(subscription, now());
      const told = day
        ? noticeText('plan-change-coming', { plan, date: formatDate(day) })
        : noticeText('plan-change-with-payment', { plan });
      return { effect: upcomingChange(inEnglish, plan, subscription, now()), told };
    }
    case 'stay':
      return { effect: `${present} goes on.`, told: noticeText('plan-kept', { plan: present }) };
    case 'pause': {
      if (!(days >= 7 && days <= 90)) return { effect: '', told: '' };
      const until = formatDate(new Date(now().getTime() + days * DAY_MS).toISOString());
      return { effect: 'The line goes off now.', told: noticeText('line-paused', { until }) };
    }
    case 'resume':
      return { effect: 'The line is on again at once.', told: noticeText('line-resumed', { plan: present }) };
    case 'cancel': {
      if (!subscription) return { effect: '', told: '' };
      const effect = cancelText(inEnglish, subscription, subscriptionState(subscription, now()));
      const { nextBillingDate } = subscription;
      const isLater = nextBillingDate !== null && new Date(nextBillingDate) > now();
      const date = formatDate(isLater ? nextBillingDate : now().toISOString());
      return { effect: `They read: “${effect}”`, told: noticeText('line-ending', { date }) };
    }
    case 'keep':
      return { effect: '', told: noticeText('line-goes-on', { plan: present }) };
  }
}
