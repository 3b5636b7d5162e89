import { renderToStaticMarkup } from 'react-dom/server';
import type * as Recharts from 'recharts';
import { expect, test, vi } from 'vitest';
import { SpeedHistoryChart } from '../../features/network/speed-tests/components/speed-history-chart.tsx';
import { DailyUsageChart } from '../../features/network/usage/components/daily-usage-chart.tsx';
import { MonthlyUsageChart } from '../../features/network/usage/components/monthly-usage-chart.tsx';

const charts = vi.hoisted(() => ({ throttled: [] as (number | undefined)[] }));

vi.mock('recharts', async (load) => {
  const Chart = ({ throttleDelay }: { throttleDelay?: number }) => {
    charts.throttled.push(throttleDelay);
    return null;
  };
  return { ...(await load<typeof Recharts>()), BarChart: Chart, LineChart: Chart };
});

test('the tooltips of all charts follow the pointer at most 60 times a second', () => {
  renderToStaticMarkup(
    <>
      <MonthlyUsageChart months={[]} currentPeriod={undefined} />
      <DailyUsageChart days={[]} />
      <SpeedHistoryChart tests={[]} />
    </>,
  );
  expect(charts.throttled).toEqual([1000 / 60, 1000 / 60, 1000 / 60]);
});
