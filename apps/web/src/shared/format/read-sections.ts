/** A section of a text by staff. `group` is the last line such as `# Billing` before it, in lower case. */
export type TextSection = {
  readonly id: string;
  readonly group: string;
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly points: readonly string[];
};

type Open = { title: string; group: string; paragraphs: string[]; points: string[] };

/**
 * The sections of a text in the small part of Markdown that staff write: `# Group`, `## Title`,
 * `- point`, and paragraphs between empty lines. Everything else is text as it stands, HTML too.
 */
export function readSections(text: string): TextSection[] {
  const sections: Open[] = [];
  let group = '';
  let isNewParagraph = true;
  for (const line of text.split(/\r?\n/).map((each) => each.trim())) {
    const section = sections.at(-1);
    if (line.startsWith('## ')) sections.push({ title: line.slice(3).trim(), group, paragraphs: [], points: [] });
    else if (line.startsWith('# ')) group = line.slice(2).trim().toLowerCase();
    else if (line.startsWith('- ')) section?.points.push(line.slice(2).trim());
    else if (line !== '') addLine(section, line, isNewParagraph);
    isNewParagraph = line === '' || line.startsWith('#') || line.startsWith('- ');
  }
  return sections.map((section, index) => ({ id: idOf(section.title, index), ...section }));
}

function addLine(section: Open | undefined, line: string, isNewParagraph: boolean): void {
  const last = section?.paragraphs.pop();
  if (last === undefined) section?.paragraphs.push(line);
  else if (isNewParagraph) section?.paragraphs.push(last, line);
  else section?.paragraphs.push(`${last} ${line}`);
}

/** The anchor of a section; its number makes it the only one. */
function idOf(title: string, index: number): string {
  const words = title
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  return [...(words ?? []).slice(0, 6), index + 1].join('-');
}

/** The same text from sections, for an editor. */
export function writeSections(sections: readonly Omit<TextSection, 'id'>[]): string {
  let group = '';
  return sections
    .map((section) => {
      const heading = section.group === group ? [] : [`# ${section.group}`];
      group = section.group;
      const points = section.points.length > 0 ? [section.points.map((point) => `- ${point}`).join('\n')] : [];
      return [...heading, `## ${section.title}`, ...section.paragraphs, ...points].join('\n\n');
    })
    .join('\n\n');
}
