const HEX = 16;

/** A position in the log, as PostgreSQL writes it: `16/B374D848`. */
function bytesOf(lsn: string): bigint {
  const [high = '0', low = '0'] = lsn.split('/');
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

const hex = (value: bigint | number): string => value.toString(HEX).toUpperCase().padStart(8, '0');

/** The file name of a segment, counted from the beginning of the log. */
function segmentName(timeline: number, segment: bigint, segmentBytes: number): string {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes);
  return hex(timeline) + hex(segment / perFile) + hex(segment % perFile);
}

function segmentNumber(name: string, segmentBytes: number): bigint {
  const perFile = 0x1_0000_0000n / BigInt(segmentBytes);
  return BigInt(`0x${name.slice(8, 16)}`) * perFile + BigInt(`0x${name.slice(16, 24)}`);
}

/** The segments from the beginning to the end of a base backup; an end on a boundary is the last byte before. */
export function segmentsBetween(
  span: { readonly timeline: number; readonly startWal: string; readonly endWal: string },
  segmentBytes: number,
): string[] {
  const size = BigInt(segmentBytes);
  const names: string[] = [];
  for (let number = bytesOf(span.startWal) / size; number <= (bytesOf(span.endWal) - 1n) / size; number++) {
    names.push(segmentName(span.timeline, number, segmentBytes));
  }
  return names;
}

/** Where timelines began, from a history file: `1<tab>0/3000148<tab>reason` for each ancestor. */
export function readHistory(text: string): { readonly timeline: number; readonly end: string }[] {
  return text.split('\n').flatMap((line) => {
    const fields = /^\s*(\d+)\s+([0-9A-F]+\/[0-9A-F]+)/.exec(line);
    return fields?.[1] && fields[2] ? [{ timeline: Number(fields[1]), end: fields[2] }] : [];
  });
}

/** Whether a timeline with this history branched off after the end of the backup, or its ancestor did. */
export function isContinuedBy(
  backup: { readonly timeline: number; readonly endWal: string },
  history: ReturnType<typeof readHistory>,
): boolean {
  const branch = history.find(({ timeline }) => timeline === backup.timeline);
  return branch !== undefined && bytesOf(branch.end) >= bytesOf(backup.endWal);
}

/**
 * The archived segments that continue a base backup without a gap, oldest first, along its timeline
 * and those that branched off on the way to `timeline`. `missing` is the one after which the log
 * goes on without it.
 */
export function continuingSegments(
  archived: readonly string[],
  endWal: string,
  {
    timeline,
    history,
    segmentBytes,
  }: {
    readonly timeline: number;
    readonly history: ReturnType<typeof readHistory>;
    readonly segmentBytes: number;
  },
): { readonly segments: string[]; readonly missing: string | null } {
  const size = BigInt(segmentBytes);
  const ends = new Map(history.map((ancestor) => [ancestor.timeline, bytesOf(ancestor.end)]));
  const isOnTheWay = (name: string): boolean => {
    const own = Number.parseInt(name.slice(0, 8), HEX);
    const end = ends.get(own);
    return own === timeline || (end !== undefined && segmentNumber(name, segmentBytes) <= end / size);
  };
  const available = Map.groupBy(archived.filter(isOnTheWay), (name) => segmentNumber(name, segmentBytes));
  const segments: string[] = [];
  const last = (bytesOf(endWal) - 1n) / size;
  let next = last;
  for (; next === last || available.has(next); next++) segments.push(...(available.get(next) ?? []));
  const goesOn = [...available.keys()].some((number) => number > next);
  return { segments, missing: goesOn ? segmentName(timeline, next, segmentBytes) : null };
}
