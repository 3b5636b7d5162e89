import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readRepository } from '../check/repository.ts';
import { checkSources } from '../check/source-tree.ts';
import { type Text, textsOf } from '../check/texts/collect-texts.ts';
import {
  checkGivenNames,
  checkLongTexts,
  checkMailTexts,
  checkSentByServer,
  checkTranslations,
  formatSent,
  readMailTranslations,
  readTranslations,
  SENT,
  textsInMails,
  textsSentByServer,
  textsToTranslate,
} from '../check/texts/dictionaries.ts';
import { formatViolation } from '../check/violation.ts';
import { ROOT } from './run-step.ts';

const USAGE = `npm run texts                     what each language lacks and what it has too many
npm run texts -- --language=yo    one language
npm run texts -- --missing=yo     its missing texts as JSON to fill in
npm run texts -- --all            every text with the place where it is written
npm run texts -- --sent           writes the list of what the server sends with values in it
npm run texts -- --check          fails on translations of nothing and on broken {names}`;

const { values } = parseArgs({
  options: {
    help: { type: 'boolean' },
    check: { type: 'boolean' },
    sent: { type: 'boolean' },
    all: { type: 'boolean' },
    missing: { type: 'string' },
    language: { type: 'string' },
  },
});
const repository = readRepository(ROOT);
const texts: Text[] = [];
checkSources(repository, [
  (source) => {
    texts.push(...textsOf(source));
    return [];
  },
]);
/** Pages and mails have files of their own. */
const lists = [
  { what: 'pages', wanted: textsToTranslate(texts), languages: readTranslations(repository) },
  { what: 'mails', wanted: textsInMails(texts), languages: readMailTranslations(repository) },
] as const;

function report({ what, wanted, languages }: (typeof lists)[number], only: string | undefined): void {
  console.log(`${wanted.length} texts of ${what} in English`);
  for (const { code, entries } of languages.filter((language) => only === undefined || language.code === only)) {
    const missing = wanted.filter((english) => !entries.has(english));
    const extra = [...entries.keys()].filter((english) => !wanted.includes(english));
    const done = wanted.length - missing.length;
    console.log(
      `\n${code}, ${what}: ${done} of ${wanted.length} translated (${Math.floor((100 * done) / wanted.length)} %)`,
    );
    for (const english of missing) console.log(`  - ${english}`);
    if (extra.length > 0) console.log(`  ${extra.length} translations of texts that are no longer there:`);
    for (const english of extra) console.log(`  + ${english}`);
  }
}

function printMissing(code: string): void {
  const missing = lists.flatMap(({ wanted, languages }) => {
    const entries = languages.find((language) => language.code === code)?.entries;
    if (!entries) throw new Error(`no such language: ${code}`);
    return wanted.filter((english) => !entries.has(english));
  });
  console.log(JSON.stringify(Object.fromEntries(missing.map((english) => [english, ''])), null, 2));
}

if (values.help) {
  console.log(USAGE);
} else if (values.check) {
  const violations = [
    ...checkGivenNames(texts),
    ...checkTranslations(repository, texts),
    ...checkLongTexts(repository, texts),
    ...checkMailTexts(repository),
    ...checkSentByServer(repository, texts),
  ];
  for (const violation of violations) console.error(formatViolation(violation));
  console.log(`texts: ${violations.length} faults`);
  process.exitCode = violations.length === 0 ? 0 : 1;
} else if (values.sent) {
  writeFileSync(join(ROOT, SENT), formatSent(textsSentByServer(texts)));
} else if (values.missing !== undefined) {
  printMissing(values.missing);
} else if (values.all) {
  for (const { file, line, english } of texts) console.log(`${file}:${line}\t${english}`);
} else {
  for (const list of lists) report(list, values.language);
}
