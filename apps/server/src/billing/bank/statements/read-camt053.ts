import { addKobo, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';
import { SaxesParser } from 'saxes';
import {
  MOST_LINES,
  oneLine,
  type ReadLine,
  type ReadStatement,
  referenceOf,
  StatementFault,
  TOO_MANY,
} from './statement.policy.ts';

/** An element without its namespace. Text and children are kept of one entry at a time. */
type Element = {
  readonly name: string;
  text: string;
  readonly children: Element[];
  readonly currency: string | null;
  readonly line: number;
};

const DEEPEST = 64;

const all = (element: Element | undefined, name: string): Element[] =>
  element?.children.filter((child) => child.name === name) ?? [];

function at(element: Element | undefined, path: string): Element | undefined {
  return path.split('/').reduce<Element | undefined>((found, name) => all(found, name)[0], element);
}

const textAt = (element: Element | undefined, path: string): string | null => at(element, path)?.text.trim() || null;

function amountOf(element: Element | undefined, line: number): Kobo {
  const written = element?.text.trim() ?? '';
  const [, whole = '', decimals = ''] = /^(\d{1,30})(?:\.(\d{0,2})0*)?$/.exec(written) ?? [];
  const kobo = Number(whole) * 100 + Number(decimals.padEnd(2, '0'));
  if (whole === '' || !Number.isSafeInteger(kobo)) {
    throw new StatementFault(`Line ${element?.line ?? line}: “${written.slice(0, 40)}” is no amount`);
  }
  if (element?.currency && element.currency !== 'NGN') {
    throw new StatementFault(`Line ${element.line}: the statement is in ${element.currency}, not in naira`);
  }
  return toKobo(kobo);
}

function signed(element: Element, line: number): Kobo {
  const amount = amountOf(at(element, 'Amt'), line);
  const side = textAt(element, 'CdtDbtInd');
  if (side !== 'CRDT' && side !== 'DBIT') throw new StatementFault(`Line ${element.line}: it is neither CRDT nor DBIT`);
  return side === 'CRDT' ? amount : negateKobo(amount);
}

/** Lagos is an hour ahead: a moment of UTC late in the evening is of the next day there. */
function dayAt(element: Element | undefined): string | null {
  const day = textAt(element, 'Dt')?.slice(0, 10) ?? null;
  const moment = textAt(element, 'DtTm');
  if (day !== null) return isDay(day) ? day : null;
  if (moment === null) return null;
  const zoned = /(?:Z|[+-]\d{2}:?\d{2})$/.test(moment) ? new Date(moment) : null;
  if (zoned && !Number.isNaN(zoned.getTime())) return new Date(zoned.getTime() + 3_600_000).toISOString().slice(0, 10);
  return isDay(moment.slice(0, 10)) ? moment.slice(0, 10) : null;
}

function isDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return /^20\d\d-\d\d-\d\d$/.test(day) && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function describe(entry: Element): { text: string; reference: string | null } {
  const details = all(entry, 'NtryDtls').flatMap((each) => all(each, 'TxDtls'));
  const side = textAt(entry, 'CdtDbtInd') === 'CRDT' ? 'Dbtr' : 'Cdtr';
  const words = details.flatMap((detail) => [
    ...all(at(detail, 'RmtInf'), 'Ustrd').map(({ text }) => text),
    textAt(detail, 'RmtInf/Strd/CdtrRefInf/Ref'),
    textAt(detail, `RltdPties/${side}/Nm`) ?? textAt(detail, `RltdPties/${side}/Pty/Nm`),
    textAt(detail, `RltdPties/${side}Acct/Id/Othr/Id`) ?? textAt(detail, `RltdPties/${side}Acct/Id/IBAN`),
    referenceOf(textAt(detail, 'Refs/EndToEndId')),
    referenceOf(textAt(detail, 'Refs/TxId')),
    textAt(detail, 'AddtlTxInf'),
  ]);
  const said = [textAt(entry, 'AddtlNtryInf'), ...words].filter((word): word is string => Boolean(word?.trim()));
  const reference =
    referenceOf(textAt(entry, 'AcctSvcrRef')) ??
    referenceOf(textAt(details[0], 'Refs/AcctSvcrRef')) ??
    referenceOf(textAt(details[0], 'Refs/EndToEndId'));
  return { text: oneLine([...new Set(said)].join(' ')), reference };
}

const isBooked = (entry: Element): boolean =>
  (textAt(entry, 'Sts/Cd') ?? textAt(entry, 'Sts/Prtry') ?? textAt(entry, 'Sts') ?? 'BOOK') === 'BOOK';

function lineOf(entry: Element): ReadLine {
  const bookedOn = dayAt(at(entry, 'BookgDt')) ?? dayAt(at(entry, 'ValDt'));
  if (bookedOn === null) throw new StatementFault(`Line ${entry.line}: the entry has no day`);
  return {
    line: entry.line,
    bookedOn,
    valueOn: dayAt(at(entry, 'ValDt')),
    amountKobo: signed(entry, entry.line),
    balanceKobo: null,
    ...describe(entry),
  };
}

/** A statement of the file, its entries read already. */
function statementOf(head: Element, entries: readonly ReadLine[], leftOut: number): ReadStatement {
  const balances = all(head, 'Bal');
  const balance = (...codes: string[]): Kobo | null => {
    const found = balances.find((each) => codes.includes(textAt(each, 'Tp/CdOrPrtry/Cd') ?? ''));
    return found ? signed(found, found.line) : null;
  };
  const [openingKobo, closingKobo] = [balance('OPBD', 'PRCD'), balance('CLBD')];
  const findings: { line: number | null; text: string }[] = [];
  let running = openingKobo;
  const lines = entries.map((line) => {
    running = running === null ? null : addKobo(running, line.amountKobo);
    return { ...line, balanceKobo: running };
  });
  if (running !== null && closingKobo !== null && running !== closingKobo) {
    findings.push({
      line: lines.at(-1)?.line ?? null,
      text: 'The lines do not add up to the closing balance of the statement',
    });
  }
  const counted = textAt(head, 'TxsSummry/TtlNtries/NbOfNtries');
  if (counted !== null && Number(counted) !== entries.length + leftOut) {
    findings.push({
      line: null,
      text: `The statement counts ${counted.slice(0, 10)} entries and has ${entries.length + leftOut}`,
    });
  }
  if (textAt(head, 'StmtPgntn/LastPgInd') === 'false') {
    findings.push({ line: null, text: 'This is one page of a statement that has more' });
  }
  const account = textAt(head, 'Acct/Id/Othr/Id') ?? textAt(head, 'Acct/Id/IBAN');
  const currency = textAt(head, 'Acct/Ccy');
  if (currency !== null && currency !== 'NGN')
    throw new StatementFault(`The statement is in ${currency.slice(0, 3)}, not in naira`);
  return { account, openingKobo, closingKobo, lines, leftOut, findings };
}

/**
 * The statements of a CAMT.053 file of any version. Only booked entries are lines. A DOCTYPE is refused, so
 * that no entity can be declared. Throws StatementFault with the line's number.
 */
export function readCamt053(text: string): ReadStatement[] {
  const parser = new SaxesParser({ xmlns: true });
  const statements: ReadStatement[] = [];
  const open: Element[] = [];
  let entries: ReadLine[] = [];
  let leftOut = 0;
  let isStatement = false;

  parser.on('doctype', () => {
    throw new StatementFault('The file has a document type definition, which no bank’s statement has');
  });
  parser.on('error', (error) => {
    throw new StatementFault(`The file is not XML that can be read: ${error.message.slice(0, 200)}`);
  });
  parser.on('opentag', (tag) => {
    if (tag.local === 'BkToCstmrAcctRpt')
      throw new StatementFault('This is a CAMT.052, whose entries are not booked yet. Choose the CAMT.053');
    if (tag.local === 'BkToCstmrDbtCdtNtfctn')
      throw new StatementFault('This is a CAMT.054, a notification. Choose the CAMT.053');
    if (tag.local === 'BkToCstmrStmt') isStatement = true;
    if (open.length >= DEEPEST) throw new StatementFault('The elements of the file are nested too deep');
    const currency = Object.values(tag.attributes).find((attribute) => attribute.local === 'Ccy')?.value ?? null;
    open.push({ name: tag.local, text: '', children: [], currency, line: parser.line });
  });
  const addText = (part: string): void => {
    const element = open.at(-1);
    if (element && element.text.length < 10_000) element.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop();
    if (!element) return;
    if (element.name === 'Ntry') {
      if (entries.length + leftOut >= MOST_LINES) throw new StatementFault(TOO_MANY);
      if (isBooked(element)) entries.push(lineOf(element));
      else leftOut += 1;
    } else if (element.name === 'Stmt') {
      statements.push(statementOf(element, entries, leftOut));
      entries = [];
      leftOut = 0;
    } else open.at(-1)?.children.push(element);
  });
  parser.write(text.replace(/^\ufeff/, '')).close();
  if (!isStatement) throw new StatementFault('This XML is no CAMT.053');
  return statements;
}
