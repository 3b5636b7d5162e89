import type { ColumnChoice } from '@portal/contract/billing/bank/bank-accounts';
import { toKobo } from '@portal/kernel/money';
import { describe, expect, it } from 'vitest';
import {
  camt053,
  csvStatement,
  dropUnseen,
  mt940,
  randomLines,
  seeded,
} from '../../../testing/billing/statement-files.ts';
import { distinguishLines, type KeyedLine, keyLines } from './distinguish-lines.policy.ts';
import { readStatementFile } from './read-statement-file.ts';
import { StatementFault } from './statement.policy.ts';

const account = { accountNumber: '0123456789' };
const read = (text: string, columns: ColumnChoice | null = null) =>
  readStatementFile(Buffer.from(text), account, columns);
const faultOf = (text: string, columns: ColumnChoice | null = null): string => {
  try {
    read(text, columns);
    return '';
  } catch (error) {
    if (!(error instanceof StatementFault)) throw error;
    return error.message;
  }
};

const seeds = [11, 42, 2026, 7_310, 90_210];

describe('the statement of a bank', () => {
  it.each(seeds)('is read as it was written, in each of the three formats (seed %i)', (seed) => {
    const lines = randomLines(seeded(seed), { count: 300, openingKobo: 1_000_000_00 });
    const opening = toKobo(1_000_000_00);
    const seen = lines.map(dropUnseen);
    for (const write of [mt940, camt053, csvStatement]) {
      const found = read(write(lines, opening, account.accountNumber));
      expect(found.findings).toEqual([]);
      expect(found.openingKobo).toBe(opening);
      expect(found.closingKobo).toBe(lines.at(-1)?.balanceKobo);
      expect(found.lines.map(dropUnseen)).toEqual(seen);
    }
  });

  it.each(seeds)('gives the same lines however its files are cut and overlap (seed %i)', (seed) => {
    const random = seeded(seed);
    const lines = randomLines(random, { count: 120, openingKobo: 5_000_00 });
    let known: KeyedLine[] = [];
    const days: { firstDay: string; lastDay: string }[] = [];
    const take = (part: typeof lines): void => {
      if (part.length === 0) return;
      const { added, findings } = distinguishLines(
        keyLines(part),
        known.map((line) => ({ ...line, amount: line.amountKobo })),
        days,
      );
      expect(findings).toEqual([]);
      known = [...known, ...added].toSorted((a, b) => a.line - b.line);
      days.push({ firstDay: part[0]?.bookedOn ?? '', lastDay: part.at(-1)?.bookedOn ?? '' });
    };
    for (let piece = 0; piece < 12; piece++) {
      const start = Math.floor(random() * lines.length);
      take(lines.slice(start, start + 1 + Math.floor(random() * 50)));
    }
    take(lines);
    take(lines);
    expect(known.map(({ line, ordinal, contentKey, ...rest }) => rest)).toEqual(lines.map(({ line, ...rest }) => rest));
  });

  it('tells a line that was changed after it was imported, and takes it no second time', () => {
    const lines = randomLines(seeded(3), { count: 60, openingKobo: 9_000_00 });
    const known = keyLines(lines).map((line) => ({ ...line, amount: line.amountKobo }));
    const days = [{ firstDay: lines[0]?.bookedOn ?? '', lastDay: lines.at(-1)?.bookedOn ?? '' }];
    const changed = lines.map((line, place) =>
      place === 30 ? { ...line, amountKobo: toKobo(line.amountKobo + 100) } : line,
    );
    const { added, repeated, findings } = distinguishLines(keyLines(changed), known, days);
    expect(added).toEqual([]);
    expect(repeated).toBe(59);
    expect(findings).toHaveLength(2);
    expect(findings[0]).toMatchObject({ line: lines[30]?.line });
    expect(findings[1]?.text).toContain('no longer in this one');
  });

  it('keeps two true lines of a day that are alike', () => {
    const text =
      'Date,Narration,Debit,Credit\n09/11/2026,NIP/GTB/ADA OBI,,"5,000.00"\n09/11/2026,NIP/GTB/ADA OBI,,"5,000.00"\n';
    expect(keyLines(read(text).lines).map(({ ordinal }) => ordinal)).toEqual([1, 2]);
  });
});

describe('an MT940', () => {
  const sample = [
    '{1:F01ZEIBNGLAXXXX0000000000}{2:I940ZEIBNGLAXXXXN}{4:',
    ':20:STMT261109',
    ':25:ZEIBNGLA/0123456789',
    ':28C:313/1',
    ':60F:C261108NGN1000000,00',
    ':61:2611091109CN1186500,00NTRFNONREF//S26110900123',
    'PYZ,T,154844262940002,PSTK_3090024',
    ':86:PYZ,T,154844262940002,PSTK_3090024, LANG',
    ':61:261109    DN53,75NCHGNONREF',
    ':86:NIP CHARGE + VAT',
    ':61:2611091109RCN5000,NMSCNONREF',
    ':86:REV/NIP/KUDA/WRONG CREDIT',
    ':62M:C261109NGN2181446,25',
    '-}',
    ':20:STMT261109',
    ':25:0123456789',
    ':28C:313/2',
    ':60M:C261109NGN2181446,25',
    ':61:2612310101RD25000,00NTRFP7K2M9Q4X1Z8B3N//FT2631400042',
    ':62F:C270101NGN2206446,25',
    ':86:THE YEAR ENDS',
    '-',
  ].join('\r\n');

  it('has signs, funds codes, days of entry and pages as the standard means them', () => {
    const { format, lines, findings, openingKobo, closingKobo } = read(sample);
    expect({ format, findings, openingKobo, closingKobo }).toEqual({
      format: 'mt940',
      findings: [],
      openingKobo: 100_000_000,
      closingKobo: 220_644_625,
    });
    expect(
      lines.map(({ bookedOn, amountKobo, balanceKobo, reference }) => [bookedOn, amountKobo, balanceKobo, reference]),
    ).toEqual([
      ['2026-11-09', 118_650_000, 218_650_000, 'S26110900123'],
      ['2026-11-09', -5375, 218_644_625, null],
      // A credit that is taken back goes out, a debit that is taken back comes in.
      ['2026-11-09', -500_000, 218_144_625, null],
      // Entered on the first of January of the next year.
      ['2027-01-01', 2_500_000, 220_644_625, 'FT2631400042'],
    ]);
    expect(lines[0]?.text).toBe('PYZ,T,154844262940002,PSTK_3090024, LANG');
    expect(lines[3]?.text).toContain('P7K2M9Q4X1Z8B3N');
  });

  it('is refused with the line where it cannot be read, in another currency, of another account, and as MT942', () => {
    expect(faultOf(sample.replace('CN1186500,00NTRF', 'CN1186,500,00NTRF'))).toContain('Line 6');
    expect(faultOf(sample.replace(':61:2611091109CN1186500', ':61:2613091109CN1186500'))).toContain(
      'Line 6: “261309” is no day',
    );
    expect(faultOf(sample.replaceAll('NGN', 'USD'))).toContain('is in USD');
    expect(faultOf(sample.replace(':62M:', ':90D:1NGN5,\r\n:62M:'))).toContain('MT942');
    expect(() => read(sample.replaceAll('0123456789', '0999999999'))).toThrow('0999999999');
  });

  it('says where its lines do not add up', () => {
    expect(read(sample.replace('CN1186500,00', 'CN1186400,00')).findings[0]?.text).toContain('do not add up');
  });
});

describe('a CAMT.053', () => {
  const entry = (more: string) =>
    `<Ntry><Amt Ccy="NGN">25000.00</Amt><CdtDbtInd>CRDT</CdtDbtInd>${more}<BookgDt><DtTm>2026-11-09T23:30:00Z</DtTm></BookgDt></Ntry>`;
  const file = (entries: string, root = 'BkToCstmrStmt') =>
    `<?xml version="1.0"?><x:Document xmlns:x="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><x:${root}><x:Stmt><x:Acct><x:Id><x:Othr><x:Id>0123456789</x:Id></x:Othr></x:Id></x:Acct>${entries.replaceAll(/<(\/?)/g, '<$1x:')}</x:Stmt></x:${root}></x:Document>`;

  it('takes booked entries of either version, on their day in Lagos', () => {
    const found = read(
      file(entry('<Sts>BOOK</Sts>') + entry('<Sts><Cd>BOOK</Cd></Sts>') + entry('<Sts><Cd>PDNG</Cd></Sts>')),
    );
    expect(found.leftOut).toBe(1);
    expect(found.lines.map(({ bookedOn, amountKobo }) => [bookedOn, amountKobo])).toEqual([
      ['2026-11-10', 2_500_000],
      ['2026-11-10', 2_500_000],
    ]);
  });

  it('is refused with a document type, with an entity that nobody declared, as CAMT.052, nested too deep and cut off', () => {
    expect(faultOf(`<!DOCTYPE a [<!ENTITY x "y">]>${file(entry(''))}`)).toContain('document type');
    expect(faultOf(file(entry('<AddtlNtryInf>&nobody;</AddtlNtryInf>')))).toContain('entity');
    expect(faultOf(file(entry(''), 'BkToCstmrAcctRpt'))).toContain('CAMT.052');
    expect(faultOf(file('<a>'.repeat(70) + '</a>'.repeat(70)))).toContain('too deep');
    expect(faultOf(file(entry('')).slice(0, -30))).toContain('not XML');
    expect(faultOf('<?xml version="1.0"?><a/>')).toContain('no CAMT.053');
  });
});

describe('a CSV file', () => {
  const gtb = [
    'GUARANTY TRUST BANK',
    'Account No: 0123456789',
    '',
    'Trans. Date,Value. Date,Reference,Debits,Credits,Balance,Originating Branch,Remarks',
    '02-Nov-2026,02-Nov-2026,\'0042,,"50,000.00","150,000.00",HEAD OFFICE,CASH DEPOSIT BY ADA',
    ',,,,,,,SLIP 0042 IKEJA',
    '03-Nov-2026,03-Nov-2026,,53.75,,"149,946.25",HEAD OFFICE,NIP CHARGE + VAT',
    'TOTALS,,,53.75,"50,000.00",,,',
    'Private & confidential',
  ].join('\n');

  it('is understood with what stands above its heads, wrapped narrations and totals below', () => {
    const found = read(gtb);
    expect(found.columns).toEqual({
      bookedOn: 'Trans. Date',
      valueOn: 'Value. Date',
      text: ['Remarks'],
      reference: 'Reference',
      balance: 'Balance',
      moneyIn: 'Credits',
      moneyOut: 'Debits',
      dateForm: 'dd-mmm-yyyy',
      decimal: '.',
    });
    expect(
      found.lines.map(({ line, bookedOn, amountKobo, balanceKobo, text, reference }) => ({
        line,
        bookedOn,
        amountKobo,
        balanceKobo,
        text,
        reference,
      })),
    ).toEqual([
      {
        line: 5,
        bookedOn: '2026-11-02',
        amountKobo: 5_000_000,
        balanceKobo: 15_000_000,
        text: 'CASH DEPOSIT BY ADA SLIP 0042 IKEJA',
        reference: '0042',
      },
      {
        line: 7,
        bookedOn: '2026-11-03',
        amountKobo: -5375,
        balanceKobo: 14_994_625,
        text: 'NIP CHARGE + VAT',
        reference: null,
      },
    ]);
    expect(found).toMatchObject({ leftOut: 2, openingKobo: 10_000_000, closingKobo: 14_994_625 });
  });

  it.each([
    [
      'semicolons, newest first, ISO days',
      'Date;Description;Amount;Balance\n2026-11-03;B;-100.00;900.00\n2026-11-02;A;+1,000.00;1000.00',
      [100_000, -10_000],
    ],
    [
      'a column of DR and CR',
      'Txn Date\tNarration\tAmount\tDR/CR\n03/11/2026\tA\t1000\tCR\n03/11/2026\tB\t100\tDR',
      [100_000, -10_000],
    ],
    [
      'one column with naira and a sign',
      'Trans. Time,Description,Debit/Credit(₦),Balance(₦)\n2026 Nov 03 06:22:57,A,+₦1000.00,₦1000.00\n2026 Nov 03 07:00:00,B,-₦100.00,₦900.00',
      [100_000, -10_000],
    ],
    [
      'unused columns of zero',
      'Date,Narration,Debit,Credit,Balance\n2026-11-03T06:22:57,AP_TRSF|1,0.00,1000.00,1000.00\n2026-11-03T06:23:57,PUR|1,100.00,0.00,900.00',
      [100_000, -10_000],
    ],
    [
      'brackets and a minus behind',
      'Date,Narration,Amount\n03/11/26,A,1000\n03/11/26,B,(60.00)\n03/11/26,C,40.00-',
      [100_000, -6000, -4000],
    ],
  ])('keeps every sign: %s', (_what, text, amounts) => {
    const found = read(text);
    expect(found.findings).toEqual([]);
    expect(found.lines.map(({ amountKobo }) => amountKobo)).toEqual(amounts);
  });

  it('is read in Windows 1252 and in the UTF-16 of Excel', () => {
    const text = 'Date\tNarration\tDebit\tCredit\r\n03/11/2026\tCafé Ọ̀ṣun\t\t10.00\r\n';
    const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')]);
    expect(readStatementFile(wide, account, null).lines[0]?.text).toBe('Café Ọ̀ṣun');
    const narrow = Buffer.from('Date,Narration,Debit,Credit\n03/11/2026,Caf\u00e9,,10.00\n', 'latin1');
    expect(readStatementFile(narrow, account, null).lines[0]?.text).toBe('Café');
  });

  it('names the line of a day in another form, of what is no amount, and of a balance that does not follow', () => {
    expect(faultOf(gtb.replace('03-Nov-2026,03', '11/03/2026,03'), read(gtb).columns)).toBe(
      'Line 7: “11/03/2026” is no date in the form dd-mmm-yyyy',
    );
    expect(faultOf(gtb.replace('"50,000.00","150', '"5O,000.00","150'))).toBe('Line 5: “5O,000.00” is no amount');
    expect(read(gtb.replace('"149,946.25"', '"140,000.00"')).findings).toMatchObject([{ line: 7 }]);
  });

  it('is refused with a sentence as a workbook, a PDF, a web page, nothing, and of another account', () => {
    expect(faultOf('PK\u0003\u0004abc')).toContain('save it as CSV');
    expect(faultOf('%PDF-1.7')).toContain('PDF');
    expect(faultOf('<html><table id="dgtrans"></table></html>')).toContain('web page');
    expect(faultOf('  ')).toContain('empty');
    expect(faultOf('a,b\n1,2')).toContain('names its columns');
    expect(() => read(gtb.replace('0123456789', '0111111111'))).toThrow('0111111111');
  });
});
