import { decimalFromKobo, toKobo } from '@portal/kernel/money';
import type { PaymentTestbed } from './payment-testbed.ts';
import { seeded } from './statement-files.ts';

export type PlantedLine = {
  readonly day: string;
  kobo: number;
  text: string;
  readonly truth: string;
  readonly bank: number;
};

const DAY_MS = 86_400_000;
const FIRST = ['Ada', 'Musa', 'Bisi', 'Chidi', 'Halima', 'Tunde', 'Ngozi', 'Yusuf', 'Kemi', 'Emeka'];
const LAST = ['Obi', 'Bello', 'Adeyemi', 'Okafor', 'Danjuma', 'Balogun', 'Eze', 'Lawal', 'Ogun', 'Nwosu'];

/** A month of an honest provider with three thefts in it, as rows of the database and lines of two banks. */
export async function plantMonth(
  bed: PaymentTestbed,
  options: { readonly seed: number; readonly month: string; readonly charges: number; readonly deposits: number },
) {
  const { seed, month, charges, deposits } = options;
  const random = seeded(seed);
  const whole = (most: number): number => 1 + Math.floor(random() * most);
  const dayOf = (at: number): string => new Date(Date.parse(`${month}-01`) + at * DAY_MS).toISOString().slice(0, 10);
  const lines: PlantedLine[] = [];
  const line = (at: number, kobo: number, text: string, truth: string, bank = 0): void =>
    void lines.push({ day: dayOf(Math.min(at, 27)), kobo, text, truth, bank });
  const at = (day: number, hour = 12): string => `${dayOf(day)}T${String(hour).padStart(2, '0')}:00:00+01:00`;
  const naira = (kobo: number): string => decimalFromKobo(toKobo(kobo));
  const put = async (table: string, rows: readonly Record<string, unknown>[]): Promise<void> => {
    for (let first = 0; first < rows.length; first += 500) {
      const json = JSON.stringify(rows.slice(first, first + 500));
      const columns = Object.keys(rows[0] ?? {}).join(', ');
      await bed.pool.query(
        `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
        [json],
      );
    }
  };
  const ledger: Record<string, unknown>[] = [];
  let entryId = 1_000_000_000 + seed * 1000;
  const book = (key: string, created: string, sums: Record<string, number>, payment: string | null = null): void => {
    for (const [account, kobo] of Object.entries(sums)) {
      ledger.push({
        id: entryId++,
        transaction_key: key,
        account,
        amount: naira(kobo),
        created_at: created,
        payment_id: payment,
      });
    }
  };
  const uuid = (number: number): string =>
    `00000000-0000-4000-8000-${String(seed * 100_000 + number).padStart(12, '0')}`;

  const staff = await Promise.all([0, 1, 2].map(() => bed.createStaff()));
  const names = ['Grace Honest', 'Paul Honest', 'Felix Lapper'];
  for (const [place, { id }] of staff.entries()) {
    const [first, last] = (names[place] ?? '').split(' ');
    await bed.pool.query('update users set first_name = $2, last_name = $3 where id = $1', [id, first, last]);
  }
  const customers = await Promise.all(Array.from({ length: 6 }, () => bed.createCustomer()));
  const who = customers.map((_, place) => `${FIRST[place]} ${LAST[(place * 3) % 10]}`);
  for (const [place, { id }] of customers.entries()) {
    const [first, last] = (who[place] ?? '').split(' ');
    await bed.pool.query('update users set first_name = $2, last_name = $3 where id = $1', [id, first, last]);
  }
  const shifts = staff.map(({ id }, place) => ({
    id: uuid(90_000 + place),
    staff_id: id,
    opened_at: at(0, 7),
    closed_at: null,
  }));
  await put('till_shifts', shifts);

  // Payouts of two gateways; one of Paystack's goes elsewhere.
  const settlements: Record<string, unknown>[] = [];
  for (let day = 0; day < 26; day++) {
    for (const gateway of ['paystack', 'flutterwave']) {
      const number = gateway === 'paystack' ? String(3_000_000 + seed * 100 + day) : String(41_000 + day);
      const net = 10_000_00 + whole(90_000_000);
      const fees = whole(100_000);
      const reference = gateway === 'flutterwave' ? `RV3E${seed}${18_675_549 + day}` : null;
      const isStolen = gateway === 'paystack' && day === 17;
      settlements.push({
        id: uuid(day * 2 + (gateway === 'paystack' ? 0 : 1)),
        gateway,
        settlement_id: number,
        status: 'paid',
        paid_to_account: isStolen ? '9998887776' : '0123456789',
        gross: naira(net + fees),
        fees: naira(fees),
        fee_vat: 0,
        payer_fees: 0,
        refunds: 0,
        chargebacks: 0,
        stamp_duty: 0,
        unexplained: 0,
        suspense: naira(net + fees),
        net: naira(net),
        settled_on: dayOf(day),
        bank_reference: reference,
        read_at: at(day),
        booked_at: at(day),
        created_at: at(day),
      });
      const key = `settlement:${gateway}:${number}`;
      book(key, at(day), { [`payouts:${gateway}`]: net, 'gateway-fees': fees, suspense: -net - fees });
      if (!isStolen)
        line(
          day + 1,
          net,
          gateway === 'paystack' ? `PYZ,T,1548${day},PSTK_${number}, LANG` : `FLUTTERWAVE ${reference}`,
          key,
        );
    }
  }
  await put('gateway_settlements', settlements);

  // Hand-overs: two cashiers bank the next day, the third a little later each time, and less.
  const handOvers: Record<string, unknown>[] = [];
  for (let day = 0; day < 24; day++) {
    for (const [place, shift] of shifts.entries()) {
      const id = uuid(80_000 + day * 3 + place);
      const kobo = 100_000 + whole(40_000_000);
      const slip = `HB${seed}${place}${String(day).padStart(3, '0')}X`;
      handOvers.push({
        id,
        client_request_id: id,
        shift_id: shift.id,
        amount: naira(kobo),
        bank_reference: slip,
        created_at: at(day, 17),
      });
      book(`till-hand-over:${id}`, at(day, 17), { bank: kobo, 'till-differences': -kobo });
      if (place < 2)
        line(day + 1, kobo, `CASH DEPOSIT BY ${names[place]?.toUpperCase()} ${slip}`, `till-hand-over:${id}`);
      else if (day < 23)
        line(
          day + 1 + Math.floor(day / 5),
          kobo - (day > 20 ? 2_500_000 : 0) > 0 && day > 20 ? kobo - 50_000 : kobo,
          `CASH DEPOSIT ${slip}`,
          day > 20 ? 'short' : `till-hand-over:${id}`,
        );
    }
  }
  await put('till_hand_overs', handOvers);

  // Deposits that customers made: most name their slip, some only a name, some are banked two at once.
  const payments: Record<string, unknown>[] = [];
  const counter: Record<string, unknown>[] = [];
  const pay = (number: number, day: number, kobo: number, slip: string, by: number): string => {
    const [id, reference] = [uuid(number), `P${seed}D${String(number).padStart(7, '0')}`];
    const customer = customers[number % customers.length];
    payments.push({
      id,
      reference,
      user_id: customer?.id,
      period_number: 0,
      gateway: 'deposit',
      amount: naira(kobo),
      credit_used: 0,
      refunded_outside: 0,
      currency: 'NGN',
      status: 'successful',
      quote: { lines: [] },
      email: 'a@b.ng',
      description: 'Deposit',
      check_count: 0,
      created_at: at(day),
      updated_at: at(day),
      paid_at: at(day),
    });
    counter.push({
      payment_id: id,
      client_request_id: id,
      staff_id: staff[by]?.id,
      shift_id: shifts[by]?.id,
      outside_reference: slip,
    });
    book(`payment:${reference}`, at(day), { 'gateway:deposit': kobo, suspense: -kobo }, id);
    return `payment:${reference}`;
  };
  for (let number = 1; number <= deposits; number++) {
    const [day, kobo] = [Math.floor(random() * 26), 100_000 + whole(5_000_000)];
    const slip = `SL${seed}${String(number).padStart(6, '0')}`;
    const key = pay(number, day, kobo, slip, number % 2);
    const name = (who[number % customers.length] ?? '').toUpperCase();
    const dice = random();
    if (dice < 0.9) line(day + (dice < 0.5 ? 0 : 1), kobo, `NIP/GTB/${name}/${slip}`, key);
    else if (dice < 0.97) line(day + 1, kobo, `NIP/KUDA/${name}/INTERNET`, `proposal ${key}`);
    else {
      const more = 100_000 + whole(5_000_000);
      const other = pay(50_000 + number, day, more, `SX${seed}${String(number).padStart(6, '0')}`, number % 2);
      line(day + 1, kobo + more, 'CASH LODGEMENT', `both ${key} ${other}`);
    }
  }
  // The slip of one deposit is recorded a second time, with a dash in it.
  const stolen = 4_321_000;
  pay(40_001, 10, stolen, `TW${seed}777`, 0);
  pay(40_002, 12, stolen, `TW${seed}-777`, 2);
  line(10, stolen, `NIP/UBA/SOMEBODY/TW${seed}777`, 'twice');
  await put('payments', payments);
  await put('counter_payments', counter);

  for (let number = 0; number < charges; number++) {
    const day = Math.floor(random() * 27);
    line(
      day,
      number % 3 === 0 ? -5000 : -5375,
      number % 3 === 0 ? `STAMP DUTY CHARGE ${number}` : `NIP CHARGE + VAT ${number}`,
      'charge',
    );
  }
  for (let number = 0; number < 60; number++) {
    const [day, kobo] = [Math.floor(random() * 24), whole(3_000_000) + 100_000];
    line(day, -kobo, `NIP/ACC/SUPPLIER ${number}/RF${seed}${number}`, 'reversed');
    line(day + 1, kobo, `REV NIP/ACC/SUPPLIER ${number}/RF${seed}${number}`, 'reversed');
  }
  for (let number = 0; number < 20; number++) {
    const [day, kobo] = [Math.floor(random() * 26), whole(30_000_000) + 1_000_000];
    const session = `0000131126${String(seed).padStart(8, '0')}${String(number).padStart(12, '0')}`;
    line(day, -kobo, `NIP TO SAVINGS ${session}`, 'transfer');
    line(day + 1, kobo, `NIP FROM MAIN ${session}`, 'transfer', 1);
  }
  // The bank books three lines twice.
  for (const place of [5, 9, 15]) {
    const again = lines.filter(({ truth }) => truth.startsWith('payment:'))[place];
    if (again) lines.push({ ...again, text: `${again.text} `, truth: 'double' });
  }
  for (const entry of ledger) entry.user_id = null;
  await put('ledger_entries', ledger);
  return {
    lines: lines.toSorted((a, b) => a.day.localeCompare(b.day)),
    thief: names[2] ?? '',
    slip: `TW${seed}`,
    payout: String(3_000_000 + seed * 100 + 17),
  };
}

/** Lines of one bank as CSV files of a week each, which overlap by two days. */
export function filesOf(lines: readonly PlantedLine[], bank: number, openingKobo: number): string[] {
  let balance = openingKobo;
  const rows = lines
    .filter((line) => line.bank === bank)
    .map(({ day, kobo, text }) => {
      balance += kobo;
      const [out, inward] = kobo < 0 ? [naira2(-kobo), ''] : ['', naira2(kobo)];
      return { day, row: `${day},"${text}",${out},${inward},${naira2(balance)}` };
    });
  const days = [...new Set(rows.map(({ day }) => day))];
  const files: string[] = [];
  for (let first = 0; first < days.length; first += 7) {
    const chosen = new Set(days.slice(first, first + 9));
    files.push(
      ['Date,Narration,Debit,Credit,Balance', ...rows.filter(({ day }) => chosen.has(day)).map(({ row }) => row)].join(
        '\n',
      ),
    );
  }
  return files;
}

const naira2 = (kobo: number): string => decimalFromKobo(toKobo(kobo));
