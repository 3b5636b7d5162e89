import { join } from 'node:path';
import { checkApiCompatibility } from './api-compatibility.ts';
import { checkBoundaries, type Import, importsOf } from './boundaries.ts';
import { checkBrowserApis } from './browser-apis.ts';
import { checkConformance, countRows } from './conformance.ts';
import { checkContextDrawing } from './context-drawing.ts';
import { checkApiDoc } from './documents/api-doc/api-doc.ts';
import { checkConfigurationDoc } from './documents/configuration-doc.ts';
import { checkDecisionsIndex } from './documents/decisions-index.ts';
import { checkDependenciesDoc } from './documents/dependencies-doc.ts';
import { checkPrivacyDoc } from './documents/privacy-doc.ts';
import { checkRetentionDoc } from './documents/retention-doc.ts';
import { checkRolesDoc } from './documents/roles-doc.ts';
import { checkLinks } from './links.ts';
import { checkMigrations } from './migrations.ts';
import { checkPackages } from './packages/packages.ts';
import { readRepository } from './repository.ts';
import { findFullFolders } from './smells.ts';
import {
  checkClock,
  checkDoubleSend,
  checkEnvironment,
  checkNetwork,
  checkPaging,
  checkSilentLog,
} from './source-rules.ts';
import { checkSources, type Source } from './source-tree.ts';
import { checkLeftBehind, checkNames } from './text-rules.ts';
import { type Text, textsOf } from './texts/collect-texts.ts';
import {
  checkGivenNames,
  checkLongTexts,
  checkMailTexts,
  checkSentByServer,
  checkTranslations,
} from './texts/dictionaries.ts';
import { checkUntranslated } from './texts/untranslated.ts';
import { checkUnused } from './unused.ts';
import { formatViolation, type Repository, type Violation } from './violation.ts';

/** Rules on the syntax tree, some with the compiler's type information. */
export const sourceRules = [
  checkEnvironment,
  checkNetwork,
  checkSilentLog,
  checkClock,
  checkDoubleSend,
  checkPaging,
  checkUntranslated,
  checkBrowserApis,
];

/** Rules on the text and the path alone. */
export const textRules = [checkNames, checkLeftBehind];

/**
 * Every rule of ours that the linters and the compiler do not check themselves. The order is the
 * order of the report.
 */
async function checkRepository(repository: Repository): Promise<Violation[]> {
  const unused = checkUnused(repository);
  const texts: Text[] = [];
  const imports: Import[] = [];
  const gather = (source: Source): Violation[] => {
    texts.push(...textsOf(source));
    imports.push(...importsOf(source));
    return [];
  };
  const sources = checkSources(repository, [...sourceRules, gather]);
  const translations = [checkTranslations, checkLongTexts, checkMailTexts, checkSentByServer].flatMap((check) =>
    check(repository, texts),
  );
  const others = [
    ...textRules,
    checkLinks,
    checkDecisionsIndex,
    checkConfigurationDoc,
    checkPrivacyDoc,
    checkRetentionDoc,
    checkRolesDoc,
    checkApiDoc,
    checkContextDrawing,
    checkDependenciesDoc,
    checkPackages,
    checkConformance,
    checkMigrations,
  ].flatMap((check) => check(repository));
  return [
    ...checkBoundaries(imports),
    ...sources,
    ...checkGivenNames(texts),
    ...translations,
    ...others,
    ...(await unused),
  ];
}

if (import.meta.main) {
  const repository = readRepository(join(import.meta.dirname, '../..'));
  const compatibility = checkApiCompatibility();
  const violations = [...(await checkRepository(repository)), ...compatibility.violations];
  for (const violation of violations) console.error(formatViolation(violation));
  for (const smell of findFullFolders(repository)) console.log(formatViolation(smell));
  for (const count of countRows(repository)) console.log(`check: ${count}`);
  if (compatibility.skipped !== null) console.log(`check: ${compatibility.skipped}`);
  console.log(
    violations.length === 0
      ? `check: ${repository.files.length} files follow every rule`
      : `check: ${violations.length} violations`,
  );
  process.exitCode = violations.length === 0 ? 0 : 1;
}
