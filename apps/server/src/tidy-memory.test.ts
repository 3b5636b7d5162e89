import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { tidyMemory } from './tidy-memory.ts';

function work(forMs: number): void {
  const end = performance.now() + forMs;
  while (performance.now() < end);
}

test('memory is given back once when work is over, and neither while there is work, however little, nor in a short pause of it', async () => {
  const collect = vi.fn();
  tidyMemory(collect as unknown as typeof gc, { everyMs: 50, worthMs: 100 });
  for (let turn = 0; turn < 5; turn++) {
    work(60);
    await pause(turn === 2 ? 150 : 0);
  }
  for (let turn = 0; turn < 14; turn++) {
    work(10);
    await pause(40);
  }
  expect(collect).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(collect).toHaveBeenCalledOnce(), 5000);
  work(10);
  await pause(600);
  expect(collect).toHaveBeenCalledOnce();
});
