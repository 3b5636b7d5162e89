import {
  type ProfileLine,
  type ProfileTemplates,
  type TemplatePurpose,
  templatePurposes,
} from '@portal/contract/network/staff-vendor-profiles';

/** What each purpose is called, and when access servers are told it. */
export const purposeLabels: Readonly<Record<TemplatePurpose, { readonly label: string; readonly hint: string }>> = {
  speed: { label: 'Speed', hint: 'When a line connects, and when its speed changes.' },
  burst: { label: 'Burst', hint: 'In place of the speed, for a line that may be faster for a moment.' },
  pool: { label: 'Pool', hint: 'When a line without a fixed address connects.' },
  'limit-policy': { label: 'Stopped at the limit', hint: 'The policy that leaves only the portal within reach.' },
  'static-address': { label: 'Fixed address', hint: 'When a line with a fixed IPv4 address connects.' },
  'ipv6-prefix': { label: 'IPv6 prefix', hint: 'When a line with a prefix of its own connects.' },
  'session-timeout': { label: 'Session timeout', hint: 'When a session may not last for ever.' },
};

export type WrittenTemplates = Record<TemplatePurpose, string>;

/** The lines as people write them: one `Attribute = value` in each. */
export function writeLines(lines: readonly ProfileLine[]): string {
  return lines.map(({ attribute, value }) => `${attribute} = ${value}`).join('\n');
}

/** Empty lines do not count; one without a sign of equality has no value, which the server refuses. */
export function readLines(written: string): ProfileLine[] {
  return written
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const at = line.indexOf('=');
      return at === -1
        ? { attribute: line, value: '' }
        : { attribute: line.slice(0, at).trim(), value: line.slice(at + 1).trim() };
    });
}

const each = <From, To>(from: Readonly<Record<TemplatePurpose, From>>, change: (value: From) => To) =>
  Object.fromEntries(templatePurposes.map((purpose) => [purpose, change(from[purpose])])) as Record<
    TemplatePurpose,
    To
  >;

export const writeTemplates = (templates: ProfileTemplates): WrittenTemplates => each(templates, writeLines);
export const readTemplates = (written: WrittenTemplates): ProfileTemplates => each(written, readLines);
