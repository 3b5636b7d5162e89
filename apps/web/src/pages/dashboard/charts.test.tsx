import { renderToStaticMarkup } from 'react-dom/server';
import type * as Recharts from 'recharts';
import { afterAll, expect, test, vi } from 'vitest';

const charts = vi.hoisted(() => ({ throttled: [] as (number | undefined)[] }));

vi.mock('recharts', async (load) => {
  const Chart = ({ throttleDelay }: { throttleDelay?: number }) => {
    charts.throttled.push(throttleDelay);
    return null;
  };
  return { ...(await load<typeof Recharts>()), BarChart: Chart, LineChart: Chart };
});

// The test files of a worker share loaded modules: the charts here are loaded separately.
vi.resetModules();
const { SpeedHistoryChart } = await import('../../features/network/speed-tests/components/speed-history-chart.tsx');
const { DailyUsageChart } = await import('../../features/network/usage/components/daily-usage-chart.tsx');
const { MonthlyUsageChart } = await import('../../features/network/usage/components/monthly-usage-chart.tsx');
afterAll(() => {
  vi.resetModules();
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
