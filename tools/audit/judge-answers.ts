import type { Exception } from './exceptions.ts';

/** What npm printed with `--json`, and how it ended. */
export type Answer = { readonly stdout: string; readonly stderr: string };

/** `passed` and `faults` are answers of the registry; `unanswered` says why there is none. */
export type Verdict =
  | { readonly kind: 'passed'; readonly says: string }
  | { readonly kind: 'faults'; readonly says: readonly string[] }
  | { readonly kind: 'unanswered'; readonly why: string };

type Advisory = { readonly name: string; readonly title: string; readonly url: string; readonly severity: string };
type Report = {
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Advisory | string)[] }>>;
  readonly metadata?: { readonly dependencies?: { readonly prod?: number } };
};
type Unsigned = { readonly name: string; readonly version: string };
type Signatures = { readonly invalid?: readonly Unsigned[]; readonly missing?: readonly Unsigned[] };
type Failure = { readonly message?: string; readonly error?: { readonly summary?: string } };

/** Undefined for output that is not an object in JSON, such as that of an npm that crashed. */
function read<T>({ stdout }: Answer): (T & Failure) | undefined {
  try {
    const parsed: unknown = JSON.parse(stdout);
    return typeof parsed === 'object' && parsed !== null ? (parsed as T & Failure) : undefined;
  } catch {
    return undefined;
  }
}

function unanswered(answer: Answer, parsed: Failure | undefined): Verdict {
  const said = parsed?.error?.summary || parsed?.message || answer.stderr.trim().split('\n')[0];
  return { kind: 'unanswered', why: said || 'npm said nothing' };
}

const LONGEST_DAYS = 92;

/**
 * Judges the answer of `npm audit --omit=dev --json`: every advisory is a fault, unless an exception
 * names it and its day has not passed. So is an exception that nothing needs any more, or that is to
 * last for more than three months.
 */
export function judgeAdvisories(answer: Answer, exceptions: readonly Exception[], today: string): Verdict {
  const report = read<Report>(answer);
  if (report?.vulnerabilities === undefined) return unanswered(answer, report);
  const named = Object.values(report.vulnerabilities).flatMap(({ via }) =>
    via.filter((one) => typeof one !== 'string'),
  );
  const advisories = [...new Map(named.map((one) => [`${one.name} ${one.url}`, one])).values()];
  const isAbout = (exception: Exception, { name, url }: Advisory): boolean =>
    exception.package === name && url.endsWith(`/${exception.advisory}`);
  const faults = advisories.flatMap((advisory) => {
    const exception = exceptions.find((one) => isAbout(one, advisory));
    if (exception !== undefined && today <= exception.until) return [];
    const past = exception ? ` The exception ended on ${exception.until}.` : '';
    return [`${advisory.name}: ${advisory.title} (${advisory.severity}, ${advisory.url}).${past}`];
  });
  const needless = exceptions
    .filter((exception) => !advisories.some((advisory) => isAbout(exception, advisory)))
    .map((exception) => `${exception.package}: nothing needs the exception for ${exception.advisory}; delete it.`);
  const latest = new Date(Date.parse(today) + LONGEST_DAYS * 86_400_000).toISOString().slice(0, 10);
  const endless = exceptions
    .filter(({ until }) => until > latest)
    .map((exception) => `${exception.package}: the exception for ${exception.advisory} may last until ${latest}.`);
  const says = [...faults, ...needless, ...endless];
  if (says.length > 0) return { kind: 'faults', says };
  const count = report.metadata?.dependencies?.prod ?? 0;
  return { kind: 'passed', says: `no known fault in ${count} production packages; ${exceptions.length} exceptions` };
}

/** Judges the answer of `npm audit signatures --json`: each installed package must be signed by its registry. */
export function judgeSignatures(answer: Answer): Verdict {
  const report = read<Signatures>(answer);
  if (report?.invalid === undefined || report.missing === undefined) return unanswered(answer, report);
  const faults = [
    ...report.invalid.map(({ name, version }) => `${name}@${version}: the signature is not that of the registry.`),
    ...report.missing.map(({ name, version }) => `${name}@${version}: the registry signs packages, but not this one.`),
  ];
  if (faults.length > 0) return { kind: 'faults', says: faults };
  return { kind: 'passed', says: 'the registry has signed every installed production package' };
}
