import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { tidyMemory } from './tidy-memory.ts';

function work(forMs: number): void {
  const end = performance.now() + forMs;
  while (performance.now() < end);
}

test('memory is given back once after work, in the first quiet moment and not while there is work', async () => {
  const collect = vi.fn();
  tidyMemory(collect as unknown as typeof gc, { everyMs: 50, worthMs: 100 });
  for (let turn = 0; turn < 5; turn++) {
    work(60);
    await pause(0);
  }
  expect(collect).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(collect).toHaveBeenCalledOnce(), 5000);
  work(10);
  await pause(150);
  expect(collect).toHaveBeenCalledOnce();
});
