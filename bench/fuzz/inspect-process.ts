import { setTimeout as sleep } from 'node:timers/promises';
import { connectInspector } from '../portal/inspector.ts';

const SETTLED_AFTER_MS = 1500;

type Evaluated = { readonly result: { readonly value: string } };

/** The heap, in bytes, that a Node process started with --inspect on this port needs once garbage is collected. */
export async function readHeapBytes(inspectPort: number): Promise<number> {
  const { ask, close } = await connectInspector(inspectPort);
  try {
    // What the last requests held is let go of in a turn of its own.
    await ask('HeapProfiler.collectGarbage');
    await sleep(SETTLED_AFTER_MS);
    await ask('HeapProfiler.collectGarbage');
    const expression = 'String(process.memoryUsage().heapUsed)';
    const { result } = await ask<Evaluated>('Runtime.evaluate', { expression, returnByValue: true });
    return Number(result.value);
  } finally {
    close();
  }
}
