import { readdirSync, readFileSync } from 'node:fs';

/**
 * In clock ticks since the machine started: the total of all processors, the used part, and the
 * part of this process and its descendants.
 */
type ProcessorTime = { readonly all: number; readonly busy: number; readonly own: number };

type ProcessTime = { readonly parent: number; readonly ticks: number };

/**
 * Returns a function that returns the share of the processors' time (0 to 1) that other programs
 * have used since.
 */
export function watchOtherWork(): () => number {
  const before = readProcessorTime();
  return () => {
    const now = readProcessorTime();
    const others = now.busy - before.busy - (now.own - before.own);
    return Math.max(0, others) / Math.max(1, now.all - before.all);
  };
}

function readProcessorTime(): ProcessorTime {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? '';
  const [user = 0, nice = 0, system = 0, idle = 0, iowait = 0, irq = 0, softirq = 0, steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const busy = user + nice + system + irq + softirq + steal;
  return { busy, all: busy + idle + iowait, own: ownTicks(readProcesses()) };
}

/** Fields of proc(5)'s stat after the name in brackets, which may contain blanks. */
function readProcesses(): Map<number, ProcessTime> {
  const processes = new Map<number, ProcessTime>();
  for (const pid of readdirSync('/proc').map(Number).filter(Number.isInteger)) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
      processes.set(pid, { parent: Number(fields[1]), ticks });
    } catch {
      // It has ended meanwhile; its time counts as its parent's.
    }
  }
  return processes;
}

function ownTicks(processes: ReadonlyMap<number, ProcessTime>): number {
  const isOwn = (pid: number): boolean => {
    if (pid === process.pid) return true;
    const parent = processes.get(pid)?.parent ?? 0;
    return parent > 0 && isOwn(parent);
  };
  return [...processes].reduce((sum, [pid, { ticks }]) => (isOwn(pid) ? sum + ticks : sum), 0);
}
