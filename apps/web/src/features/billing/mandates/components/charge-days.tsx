import type { AutoPayView } from '@portal/contract/billing/payments/auto-pay';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useMutateOnce } from '../../../../shared/api/use-mutate-once.ts';
import { formatDay } from '../../../../shared/format/date.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { SelectField } from '../../../../shared/ui/form/select-field.tsx';
import { useSetPreferences } from '../api/mandates.ts';

const LAST = 'last-working-day';
const DAYS = Array.from({ length: 31 }, (_, index) => String(index + 1));

/** When the customer is paid, and the days that follow from it. */
export function ChargeDays({ autoPay }: { autoPay: AutoPayView }) {
  const t = useText();
  const { salaryDay, plannedAt, methods } = autoPay;
  const saving = useSetPreferences();
  const save = useMutateOnce(saving);
  const [first, ...later] = plannedAt.map((at) => formatDay(at));
  function choose(value: string) {
    const wanted = value === '' ? null : value === LAST ? LAST : Number(value);
    save(
      { salaryDay: wanted, chargeFirst: methods[0]?.kind ?? null },
      {
        onSuccess: ({ message }) => toast({ title: t(message) }),
        onError: (failure) =>
          toast({ title: t('Not saved'), description: t(messageOf(failure)), variant: 'destructive' }),
      },
    );
  }
  return (
    <section className="grid gap-3">
      <SelectField
        label={t('Day on which you are paid')}
        hint={t(
          'A charge that is declined on the due day is tried again when your salary is there, while your line is on.',
        )}
        value={salaryDay === null ? '' : String(salaryDay)}
        disabled={saving.isPending}
        onChange={(event) => choose(event.currentTarget.value)}
        placeholder={t('No fixed day')}
        options={[
          ...DAYS.map((day) => ({ value: day, label: day })),
          { value: LAST, label: t('Last working day of the month') },
        ]}
      />
      {first !== undefined && (
        <p className="soft small">
          {later.length > 0
            ? t(
                'Your next bill is charged on {date}. If that is declined, we try again on {days}, once a day at most.',
                {
                  date: first,
                  days: later.join(', '),
                },
              )
            : t('Your next bill is charged on {date}.', { date: first })}
        </p>
      )}
    </section>
  );
}
