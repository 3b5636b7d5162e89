import { Visitor } from '@swc/core/Visitor.js';
import { allExtensions, cruise, type ICruiseResult, type IModule } from 'dependency-cruiser';
import { boundaryRules } from './boundary-rules.ts';
import { isTypeScript, lineAt, type Repository, type Violation } from './violation.ts';

type Statement = Parameters<Visitor['visitStatement']>[0];
type Using = Pick<Statement, 'span'> & {
  readonly type: 'UsingDeclaration';
  readonly decls: Parameters<Visitor['visitVariableDeclarators']>[0];
};

/** The walker that dependency-cruiser takes from swc stops at `using`; its declarators are those of any other variable. */
const visitStatement = Visitor.prototype.visitStatement;
Visitor.prototype.visitStatement = function (statement: Statement | Using): Statement {
  if (statement.type !== 'UsingDeclaration') return visitStatement.call(this, statement);
  this.visitVariableDeclarators(statement.decls);
  return { type: 'EmptyStatement', span: statement.span };
};

/**
 * Every import, type-only ones too, follows `boundaryRules`. Needs @swc/core: without it dependency-cruiser does not understand
 * TypeScript and is content all the same, so a file that it did not understand is itself a violation.
 */
export async function checkBoundaries(repository: Repository): Promise<Violation[]> {
  const paths = repository.files.map((file) => file.path).filter(isTypeScript);
  const { output } = await cruise(
    paths,
    {
      baseDir: repository.root,
      validate: true,
      ruleSet: { forbidden: boundaryRules.map((rule) => ({ severity: 'error', ...rule })) },
      parser: 'swc',
      tsPreCompilationDeps: true,
      doNotFollow: { path: '(^|/)node_modules/' },
    },
    {
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.mjs', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  );
  if (typeof output === 'string') throw new Error(`dependency-cruiser answered with text: ${output}`);
  const understood = allExtensions.some(({ extension, available }) => extension === '.ts' && available);
  const cruised = new Set(understood ? output.modules.map((module) => module.source) : []);
  return [...findUncruised(paths, cruised), ...describeBreaches(repository, output)];
}

/** The files that were given but not read. No file at all is a violation too: a check of nothing proves nothing. */
export function findUncruised(paths: readonly string[], cruised: ReadonlySet<string>): Violation[] {
  const rule = 'everything-cruised';
  if (paths.length === 0) return [{ file: '.', line: 1, rule, says: 'no TypeScript file was found.' }];
  const says = 'was not understood by dependency-cruiser, so no boundary was checked: is @swc/core installed?';
  return paths.filter((path) => !cruised.has(path)).map((file) => ({ file, line: 1, rule, says }));
}

function describeBreaches(repository: Repository, result: ICruiseResult): Violation[] {
  return result.summary.violations.map(({ from, to, rule, cycle }) => {
    const cure = boundaryRules.find(({ name }) => name === rule.name)?.comment ?? '';
    const target = cycle === undefined ? to : cycle.map((step) => step.name).join(' → ');
    const module = result.modules.find(({ source }) => source === from);
    return {
      file: from,
      line: importLine(repository, module, to),
      rule: rule.name,
      says: `imports ${target}. ${cure}`,
    };
  });
}

function importLine(repository: Repository, from: IModule | undefined, to: string): number {
  const text = repository.files.find((file) => file.path === from?.source)?.text ?? '';
  const written = from?.dependencies.find((dependency) => dependency.resolved === to)?.module ?? to;
  const offset = Math.max(text.indexOf(`'${written}'`), text.indexOf(`"${written}"`), 0);
  return lineAt(text, offset);
}
