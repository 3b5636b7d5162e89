-- The invariants of the ledger. Read-only. Each statement returns the rows that violate its rule,
-- so an empty result is good.
-- A statement begins with a line "-- name: …"; run them with psql, or with findViolations in the tests.

-- name: I1 every success is posted once at its gateway, in its till, at its agent or from vouchers with what came in, and nothing else is posted there
select p.reference, p.status, p.amount, p.received, posted.amount as posted
from payments p
left join (
  select payment_id, sum(amount) as amount from ledger_entries
  where (account like 'gateway:%' or account like 'till:%' or account = 'bank' or account = 'vouchers' or account like 'agent:%')
    and transaction_key not like 'refund:%' and transaction_key not like 'chargeback:%' and transaction_key not like 'external-refund:%' group by payment_id
) posted on posted.payment_id = p.id
where (p.status in ('successful', 'refunded', 'disputed')) <> (posted.amount is not null or p.gateway = 'credit')
   or (p.status in ('successful', 'refunded', 'disputed') and coalesce(posted.amount, 0) <> coalesce(p.received, p.amount));

-- name: I1 an entry at a gateway or in a till belongs to a payment there, or is a settlement (G1), unmatched money (U1), a count of the till or a hand-over to the bank
select e.id, e.transaction_key, e.account
from ledger_entries e
left join payments p on p.id = e.payment_id
where (e.account like 'gateway:%' and e.transaction_key not like 'settlement%' and e.transaction_key not like 'bank-match%' and e.transaction_key not like 'incoming-transfer:%' and (p.id is null or p.till_id is not null or e.account <> 'gateway:' || p.gateway))
   or (e.account like 'till:%' and e.payment_id is not null and e.transaction_key <> 'refund:' || p.reference
       and (p.till_id is null or e.account <> 'till:' || p.till_id))
   or (e.account like 'till:%' and e.transaction_key = 'refund:' || p.reference and not exists (
       select 1 from refund_payouts o join refunds r on r.id = o.refund_id
       where r.payment_id = p.id and o.method = 'cash' and e.account = 'till:' || o.staff_id))
   or (e.account = 'bank' and e.payment_id is not null
       and ((p.till_id is null and p.gateway not in ('voucher', 'agent') and p.channel is distinct from 'virtual-account') or e.transaction_key <> 'refund:' || p.reference))
   or (e.payment_id is null and e.account not in ('till-differences', 'bank') and e.account not like 'till:%' and e.transaction_key like 'till-%')
   or ((e.account like 'till:%' or e.account = 'bank') and e.payment_id is null
       and e.transaction_key not like 'till-closing:%' and e.transaction_key not like 'till-hand-over:%'
       and e.transaction_key not like 'agent-settlement:%'
       and (e.account <> 'bank' or e.transaction_key not like 'bank-match%'));

-- name: G1 a settlement that is booked was posted once, by its gateway's account and with its sums, and nothing else was
select coalesce(s.key, e.transaction_key) as settlement, s.booked_at, s.net, e.payouts, e.gateway_account, s.taken
from (
  select s.*, 'settlement:' || s.gateway || ':' || s.settlement_id as key,
    coalesce((select sum(i.booked) from gateway_settlement_items i where i.settlement = s.id and not exists (
      select from ledger_entries l where l.transaction_key = 'settlement-item:' || i.id)), 0) as taken,
    coalesce((select sum(i.booked) from gateway_settlement_items i where i.settlement = s.id and exists (
      select from ledger_entries l where l.transaction_key = 'settlement-item:' || i.id)), 0) as late
  from gateway_settlements s where s.booked_at is not null
) s
full join (
  select transaction_key,
    coalesce(sum(amount) filter (where account = 'payouts:' || split_part(transaction_key, ':', 2)), 0) as payouts,
    coalesce(sum(amount) filter (where account = 'gateway:' || split_part(transaction_key, ':', 2)), 0) as gateway_account,
    coalesce(sum(amount) filter (where account = 'gateway-fees'), 0) as fees,
    coalesce(sum(amount) filter (where account = 'input-vat'), 0) as vat,
    coalesce(sum(amount) filter (where account = 'stamp-duty'), 0) as stamp_duty,
    coalesce(sum(amount) filter (where account = 'suspense'), 0) as suspense
  from ledger_entries where transaction_key like 'settlement:%' group by transaction_key
) e on e.transaction_key = s.key
where s.id is null or coalesce(e.payouts, 0) <> s.net or coalesce(e.gateway_account, 0) <> -s.taken
   or coalesce(e.fees, 0) <> s.fees - s.fee_vat - s.payer_fees or coalesce(e.vat, 0) <> s.fee_vat
   or coalesce(e.stamp_duty, 0) <> s.stamp_duty or coalesce(e.suspense, 0) <> -(s.suspense + s.late);

-- name: G2 what is missing between gross and net of a booked settlement has a name or is called unexplained, and what is not booked has no payments
select s.id, s.gateway, s.settlement_id, s.gross, s.net
from gateway_settlements s
where (s.booked_at is not null and s.net <> s.gross - s.fees - s.refunds - s.chargebacks - s.stamp_duty - s.unexplained)
   or (s.booked_at is null and exists (select from gateway_settlement_items i where i.settlement = s.id));

-- name: G3 a payment in a settlement is one of that gateway and takes what the ledger had of it out of the gateway's account, what went back of it the reverse, and anything else takes nothing
select i.id, i.kind, i.reference, i.booked, p.amount, p.received
from gateway_settlement_items i
join gateway_settlements s on s.id = i.settlement
left join payments p on p.id = i.payment_id
where (p.id is null and i.booked <> 0) or p.gateway <> s.gateway
   or (i.kind = 'payment' and (p.status not in ('successful', 'refunded', 'disputed') or i.booked <> coalesce(p.received, p.amount)))
   or (i.kind <> 'payment' and p.id is not null and i.booked <> -i.amount);

-- name: G4 a payment that became ours after its settlement was booked was taken out of suspense once
select e.transaction_key, e.amount, i.booked
from ledger_entries e
left join gateway_settlement_items i on e.transaction_key = 'settlement-item:' || i.id
left join gateway_settlements s on s.id = i.settlement
where e.transaction_key like 'settlement-item:%'
  and (i.id is null or i.payment_id is null
    or e.amount <> case when e.account = 'gateway:' || s.gateway then -i.booked when e.account = 'suspense' then i.booked end);

-- name: U1 unmatched money is that of the transfers that wait for staff, each once
select coalesce(t.id::text, e.id) as transfer, coalesce(e.amount, 0) as booked, coalesce(t.amount, 0) as waits
from (
  select id, amount from incoming_transfers
  where status in ('waiting', 'returning') and reason not in ('other-currency', 'test-money')
) t
full join (
  select split_part(transaction_key, ':', 2) as id, -sum(amount) as amount
  from ledger_entries where account = 'unmatched-money'
  group by 1 having sum(amount) <> 0
) e on e.id = t.id::text
where coalesce(t.amount, 0) <> coalesce(e.amount, 0);

-- name: U2 a transfer that is settled is one payment of its sum, at its provider, by its transaction
select t.id, t.provider, t.reference, p.reference as payment
from incoming_transfers t
left join payments p on p.id = t.payment_id
where (t.status = 'settled' and (p.id is null or coalesce(p.received, p.amount) <> t.amount
    or p.gateway <> t.provider or p.gateway_reference <> t.transaction_id))
  or (t.status in ('waiting', 'returning', 'returned') and p.id is not null);

-- name: I2 a success has exactly one receipt and exactly one effect, a period, a dearer plan, extra data, invoices or credit; anything else has none
select p.reference, p.status, receipts.count as receipts, periods.count as periods, credited.count as credited
from payments p
cross join lateral (select count(*) from receipts r where r.payment_id = p.id) receipts
cross join lateral (
  select (select count(*) from subscription_periods s where s.payment_id = p.id)
       + (select count(*) from plan_upgrades u where u.payment_id = p.id)
       + (select count(*) from data_bundle_purchases b where b.payment_id = p.id)
       + (select count(*) from one_off_charges c where c.payment_id = p.id)
       + (select count(distinct s.payment_id) from invoice_settlements s where s.payment_id = p.id) as count
) periods
cross join lateral (
  select count(*) from ledger_entries e
  where e.transaction_key = 'payment:' || p.reference and e.account = 'credit' and e.amount < 0
) credited
where (p.status in ('successful', 'refunded', 'disputed') and (receipts.count <> 1 or periods.count + credited.count <> 1))
   or (p.status not in ('successful', 'refunded', 'disputed') and receipts.count + periods.count + credited.count <> 0);

-- name: I3 a success at a gateway has one stored answer of the gateway with our reference, currency and amount
select p.reference, count(e.id) as answers
from payments p
left join payment_events e
  on e.payment_id = p.id and e.kind = 'confirmed'
 and e.details ->> 'reference' = p.reference
 and e.details ->> 'currency' = p.currency
 and (e.details ->> 'amountKobo')::numeric = coalesce(p.received, p.amount) * 100
 and coalesce(e.details ->> 'chargedKobo', e.details ->> 'amountKobo')::numeric >= coalesce(p.received, p.amount) * 100
where p.status in ('successful', 'refunded', 'disputed') and p.gateway <> 'credit' and p.currency = 'NGN'
group by p.id, p.reference
having count(e.id) <> 1;

-- name: I3 the lines of a quote add up to the amount, and no success is in another currency
select p.reference, p.amount, p.currency
from payments p
where p.amount * 100 <> (select sum((line ->> 'amountKobo')::numeric) from jsonb_array_elements(p.quote -> 'lines') line)
   or p.amount < 0 or p.credit_used < 0
   or (p.status = 'successful' and p.currency <> 'NGN');

-- name: I4 paid periods of a line do not overlap
select a.subscription_id, a.period_number, b.period_number as overlapping
from subscription_periods a
join subscription_periods b
  on b.subscription_id = a.subscription_id and b.period_number > a.period_number
 and a.starts_at < b.ends_at and b.starts_at < a.ends_at;

-- name: I4 a line counts its periods, numbered without gaps
select s.id, s.paid_periods, count(p.id) as periods, max(p.period_number) as last_number
from user_subscriptions s
left join subscription_periods p on p.subscription_id = s.id
group by s.id, s.paid_periods
having count(p.id) <> s.paid_periods or coalesce(max(p.period_number), 0) <> s.paid_periods;

-- name: I5 a completed referral is rewarded once with its reward; a referral that is not completed is not rewarded
select r.id, r.status, r.reward, rewards.count as rewards, rewards.amount
from referrals r
cross join lateral (
  select count(*), sum(amount) as amount from ledger_entries e
  where e.transaction_key = 'reward:' || r.id and e.account = 'referral-rewards' and e.user_id = r.referrer_id
) rewards
where (r.status = 'completed' and (rewards.count <> 1 or rewards.amount <> r.reward))
   or (r.status <> 'completed' and rewards.count <> 0)
   or r.referrer_id = r.referee_id;

-- name: I5 a rewarded friend has paid for a period
select r.id, r.referee_id
from referrals r
where r.status = 'completed'
  and not exists (
    select 1 from subscription_periods p join user_subscriptions s on s.id = p.subscription_id join lines l on l.id = s.user_id
    where l.account_id = coalesce((select merged_into from accounts where id = r.referee_id), r.referee_id)
  )
  -- Or had: what they paid for went along with a line to another owner.
  and not exists (
    select 1 from subscription_periods p join payments y on y.id = p.payment_id
    where y.user_id = coalesce((select merged_into from accounts where id = r.referee_id), r.referee_id)
  );

-- name: I7 what a gateway has confirmed stays a success, or has gone back; paid_at says so
select p.reference, p.status, p.paid_at
from payments p
where (p.status in ('successful', 'refunded', 'disputed')) <> (p.paid_at is not null)
   or (p.status not in ('successful', 'refunded', 'disputed')
       and exists (select 1 from payment_events e where e.payment_id = p.id and e.kind = 'confirmed'));

-- name: I7 a decided payment waits for nothing
select reference, status, open_key, next_check_at
from payments
where status in ('successful', 'review', 'refunded', 'disputed') and (open_key is not null or next_check_at is not null);

-- name: I8 a payment, its line, its period and its receipt belong to the same customer, but for time that went along with its line to another owner
with recursive moved (subscription_id, to_subscription_id) as (
  select subscription_id, to_subscription_id from owner_change_lines where to_subscription_id is not null
  union select m.subscription_id, o.to_subscription_id from moved m join owner_change_lines o on o.subscription_id = m.to_subscription_id
)
select p.reference, p.user_id, l.account_id as line_owner, r.user_id as receipt_owner
from payments p
left join user_subscriptions s on s.id = p.subscription_id
left join lines l on l.id = s.user_id
left join receipts r on r.payment_id = p.id
left join subscription_periods period on period.payment_id = p.id
left join data_bundle_purchases data on data.payment_id = p.id
where l.account_id <> p.user_id or r.user_id <> p.user_id
   or (period.subscription_id <> p.subscription_id and not exists (
     select 1 from moved where moved.subscription_id = p.subscription_id and to_subscription_id = period.subscription_id))
   or (data.user_id <> s.user_id and not exists (
     select 1 from moved join user_subscriptions t on t.id = to_subscription_id
     where moved.subscription_id = p.subscription_id and t.user_id = data.user_id))
   or (p.subscription_id is null and (period.id is not null or data.payment_id is not null));

-- name: I12 an accepted change of owner has moved each of its lines once, out of one account into the other; any other has moved none
select c.id, c.status, o.line_id, o.to_line_id
from owner_changes c
left join owner_change_lines o on o.change_id = c.id
left join user_subscriptions left_ on left_.id = o.subscription_id
left join user_subscriptions came on came.id = o.to_subscription_id
where o.line_id is null
   or (c.status = 'waiting') <> o.is_open
   or (c.status = 'accepted') <> (o.subscription_id is not null and o.to_line_id is not null and o.to_subscription_id is not null)
   or (c.status = 'accepted' and (c.to_account_id is null or c.to_account_id = c.from_account_id
     or left_.status <> 'cancelled' or left_.user_id <> o.line_id or came.user_id <> o.to_line_id));

-- name: P1 a payment of an account without a plan pays charges or invoices, or becomes credit, and an invoice without one charges no time
select p.reference, p.period_number, null as invoice
from payments p
where (p.subscription_id is null) <> (p.plan_id is null)
   or (p.subscription_id is null and p.period_number <> 0 and p.charge_id is null and p.invoice_id is null)
union all
select null, i.period_number, i.invoice_number from invoices i where i.subscription_id is null and i.kind not in ('charge', 'monthly');

-- name: I11 every account has the line that it began with, until it becomes a part of another
select a.id from accounts a left join lines l on l.id = a.id and l.account_id = a.id where l.id is null and a.merged_into is null;

-- name: M1 credit that went between accounts of one person has arrived, and a merge that was taken apart has left none
select split_part(transaction_key, ':', 2) as merge, sum(amount) as remainder
from ledger_entries where account = 'account-merges' group by 1 having sum(amount) <> 0;

-- name: M2 an account that became a part of another has no line with a plan, no credit and no payment, and its person is disabled
select a.id, a.merged_into from accounts a join users u on u.id = a.id
where a.merged_into is not null and (not u.disabled
  or exists (select from lines l join user_subscriptions s on s.user_id = l.id where l.account_id = a.id)
  or exists (select from credit_balances b where b.user_id = a.id and b.balance <> 0)
  or exists (select from payments p where p.user_id = a.id));

-- name: I9 extra data are those of the bundle that was paid for, in the month it was paid in, and given back only with the money
select b.payment_id, p.reference, p.status, b.period, b.gigabytes, b.ended_at
from data_bundle_purchases b
join payments p on p.id = b.payment_id
left join data_bundles d on d.id = p.bundle_id
where d.id is null or d.gigabytes <> b.gigabytes
   or b.period <> to_char(p.paid_at at time zone 'Africa/Lagos', 'YYYY-MM')
   or (b.ended_at is not null and p.status not in ('refunded', 'disputed'));

-- name: I8 a period was bought by a payment, or is charged by an invoice of all lines
with recursive moved (subscription_id, to_subscription_id) as (
  select subscription_id, to_subscription_id from owner_change_lines where to_subscription_id is not null
  union select m.subscription_id, o.to_subscription_id from moved m join owner_change_lines o on o.subscription_id = m.to_subscription_id
)
select period.id, period.payment_id
from subscription_periods period
left join payments p on p.id = period.payment_id
left join invoiced_periods invoiced on invoiced.id = period.payment_id
where p.id is null and (invoiced.id is null or (invoiced.subscription_id <> period.subscription_id and not exists (
  select 1 from moved where moved.subscription_id = invoiced.subscription_id and to_subscription_id = period.subscription_id)));

-- name: I10 a month's time is taken back only with its money, and has ended by then
select period.id, p.status, period.ends_at, period.revoked_at
from subscription_periods period
join payments p on p.id = period.payment_id
where period.revoked_at is not null
  and (p.status not in ('refunded', 'disputed')
    or (period.starts_at < period.revoked_at and period.ends_at > period.revoked_at));

-- name: L1 the entries of a ledger transaction add up to zero
select transaction_key, sum(amount) as remainder from ledger_entries group by transaction_key having sum(amount) <> 0;

-- name: L2 what customers may spend equals the ledger and is never below zero
select coalesce(b.user_id, owed.user_id) as user_id, b.balance, owed.amount as owed
from credit_balances b
full join (select user_id, -sum(amount) as amount from ledger_entries where account = 'credit' group by user_id) owed
  on owed.user_id = b.user_id
where coalesce(b.balance, 0) <> coalesce(owed.amount, 0) or b.balance < 0;

-- name: L3 a success that bought a period is revenue of amount plus credit used
select p.reference, p.amount, p.credit_used, revenue.amount as revenue
from payments p
join subscription_periods s on s.payment_id = p.id
cross join lateral (
  select coalesce(sum(-amount), 0) as amount from ledger_entries e
  where e.transaction_key = 'payment:' || p.reference and e.account = 'revenue'
) revenue
where revenue.amount <> p.amount + p.credit_used;

-- name: N1 receipts are numbered without gaps within a year
select year, count(*) as receipts, min(sequence) as first, max(sequence) as last
from receipts
group by year
having min(sequence) <> 1 or max(sequence) <> count(*);

-- name: N2 the receipt counter stands where the receipts end
select s.year, s.last_number, coalesce(max(r.sequence), 0) as last
from number_series s
left join receipts r on r.year = s.year
where s.series = 'RCT'
group by s.year, s.last_number
having s.last_number <> coalesce(max(r.sequence), 0);

-- name: N3 a receipt shows what came in with its payment and the VAT inside what that paid for; credit bears none until it buys something
select r.receipt_number, r.total, p.amount, p.received, r.vat_included
from receipts r
join payments p on p.id = r.payment_id
cross join lateral (
  select count(*) from ledger_entries e
  where e.transaction_key = 'payment:' || p.reference and e.account = 'credit' and e.amount < 0
) credited
cross join lateral (
  -- Of its invoice, else of those that a company has settled with it, else as before there were invoices.
  select coalesce(
    (select case when jsonb_array_length(i.snapshot -> 'vat') > 1 then i.vat / i.total
        when i.kind = 'charge' and i.vat = 0 then 0 else i.vat_rate::numeric / (10000 + i.vat_rate) end
      from invoices i where i.payment_id = p.id),
    (select sum(case when jsonb_array_length(i.snapshot -> 'vat') > 1 then (s.amount * i.vat)::numeric(30, 12) / i.total
        else (s.amount * i.vat_rate)::numeric(30, 12) / (10000 + i.vat_rate) end) / sum(s.amount)
      from invoice_settlements s join invoices i on i.id = s.invoice_id where s.payment_id = p.id and s.kind = 'payment'),
    750::numeric / 10750) as share
) taxed
where r.total <> coalesce(p.received, p.amount)
   or abs(r.vat_included - case when credited.count > 0 then 0 else p.amount * taxed.share end) > 0.0050001;

-- name: I6 the messages of a chat are numbered 1 to n without gap, and no watermark is beyond them
select s.id, s.last_seq, messages.count, messages.first, messages.last
from chat_sessions s
cross join lateral (
  select count(*) as count, min(seq) as first, max(seq) as last from chat_messages m where m.session_id = s.id
) messages
where messages.count <> s.last_seq
   or (s.last_seq > 0 and (messages.first <> 1 or messages.last <> s.last_seq))
   or s.user_read_seq > s.user_delivered_seq or s.user_delivered_seq > s.last_seq
   or s.agent_read_seq > s.agent_delivered_seq or s.agent_delivered_seq > s.last_seq;

-- name: I6 a conversation is of a customer of the portal or of somebody outside it, who has one open conversation at most
select s.id, s.user_id, o.contact_id
from chat_sessions s left join chat_contact_sessions o on o.session_id = s.id
where (s.user_id is null) = (o.contact_id is null)
   or (s.status <> 'closed' and o.contact_id is not null and exists (
     select from chat_contact_sessions other join chat_sessions x on x.id = other.session_id
     where other.contact_id = o.contact_id and x.status <> 'closed' and x.id <> s.id));

-- name: I6 a notice goes by WhatsApp or as a text, and as a text once
select w.send_key, w.state, count(m.id) as texts
from whatsapp_sends w join outbox_messages m on m.message_key = substr(w.send_key, 8) || ':sms' and m.channel = 'sms'
where w.purpose = 'notice'
group by w.id, w.send_key, w.state, w.fell_back_at
having count(m.id) > 1 or w.fell_back_at is null;

-- name: I6 a message of the customer is the customer's own
select m.session_id, m.seq, m.sender_id, s.user_id
from chat_messages m
join chat_sessions s on s.id = m.session_id
left join accounts a on a.id = m.sender_id
where m.sender = 'user' and m.sender_id <> s.user_id and a.merged_into is distinct from s.user_id;

-- name: R1 a refunded payment went back once, all of it but the parts before, by one refund; nothing else went back
select p.reference, p.status, back.amount as back, done.count as done
from payments p
left join (
  select payment_id, sum(amount) as amount from ledger_entries
  where (account like 'gateway:%' or account like 'till:%' or account like 'agent:%' or account = 'bank') and transaction_key like 'refund:%' group by payment_id
) back on back.payment_id = p.id
cross join lateral (select count(*) from refunds r where r.payment_id = p.id and r.status = 'done') done
where (p.status = 'refunded') <> (done.count = 1)
   or done.count > 1
   or (p.status = 'refunded' and coalesce(back.amount, 0) <> case when p.gateway = 'credit' then 0 else p.refunded_outside - coalesce(p.received, p.amount) end)
   or (p.status <> 'refunded' and back.amount is not null);

-- name: R2 credit is held for a refund that is under way, all that the payment became or what of it was too much, and for nothing else
select p.reference, held.amount as held
from payments p
join (select payment_id, sum(amount) as amount from ledger_entries where account = 'refunds' group by payment_id) held
  on held.payment_id = p.id
cross join lateral (
  select exists (
    select 1 from ledger_entries e where e.transaction_key = 'payment:' || p.reference and e.account in ('revenue', 'receivable')
  ) as something
) bought
where held.amount <> -coalesce((
  select sum(case when bought.something then coalesce(p.received, p.amount) - p.amount else r.amount end)
  from refunds r where r.payment_id = p.id and r.status in ('requested', 'pending')), 0);

-- name: R5 a disputed payment was taken back once, all of it but the parts before, and no other was; what its payer had too much of was credited
select p.reference, p.status, back.amount as back, overpaid.amount as overpaid
from payments p
left join (
  select payment_id, sum(amount) as amount from ledger_entries
  where account like 'gateway:%' and transaction_key like 'chargeback:%' group by payment_id
) back on back.payment_id = p.id
left join (
  select payment_id, sum(amount) as amount from ledger_entries
  where (account like 'gateway:%' or account like 'till:%' or account like 'agent:%' or account in ('bank', 'vouchers')) and transaction_key like 'overpayment:%' group by payment_id
) overpaid on overpaid.payment_id = p.id
where (p.status = 'disputed') <> (back.amount is not null)
   or coalesce(back.amount, p.refunded_outside - coalesce(p.received, p.amount)) <> p.refunded_outside - coalesce(p.received, p.amount)
   or (overpaid.amount is not null and overpaid.amount <> coalesce(p.received, p.amount) - p.amount);

-- name: R6 the parts of a payment that went back are posted, each once, as the payment says, and never were all of it
select p.reference, p.status, p.refunded_outside, parts.amount as posted
from payments p
left join (
  select payment_id, sum(amount) as amount from ledger_entries
  where account like 'gateway:%' and transaction_key like 'external-refund:%' group by payment_id
) parts on parts.payment_id = p.id
where p.refunded_outside <> -coalesce(parts.amount, 0)
   or p.refunded_outside < 0 or (p.refunded_outside > 0 and p.refunded_outside >= coalesce(p.received, p.amount))
   or (p.refunded_outside > 0 and p.status not in ('successful', 'refunded', 'disputed'));

-- name: R3 a reward is taken back at most once and by no more than it was
select reversed.transaction_key, reversed.amount, rewarded.amount as rewarded
from ledger_entries reversed
left join ledger_entries rewarded
  on rewarded.transaction_key = 'reward:' || substr(reversed.transaction_key, length('reward-reversal:') + 1)
 and rewarded.account = 'referral-rewards'
where reversed.transaction_key like 'reward-reversal:%' and reversed.account = 'referral-rewards'
  and (rewarded.id is null or -reversed.amount > rewarded.amount);


-- name: V1 invoices and credit notes are numbered without gaps within a year, and their counters stand where they end
select d.series, d.year, count(*) as documents, min(d.sequence) as first, max(d.sequence) as last, s.last_number
from (
  select 'INV' as series, year, sequence from invoices union all select 'CRN', year, sequence from credit_notes
) d
left join number_series s on s.series = d.series and s.year = d.year
group by d.series, d.year, s.last_number
having min(d.sequence) <> 1 or max(d.sequence) <> count(*) or s.last_number is distinct from max(d.sequence);

-- name: V2 an invoice's lines add up to its total, and the VAT inside it is that of its rate, or of each of its rates
select invoice_number, total, vat, vat_rate
from invoices
where total * 100 <> (select sum((line ->> 'amountKobo')::numeric) from jsonb_array_elements(snapshot -> 'lines') line)
   or (vat <> round(total * vat_rate / (10000 + vat_rate), 2) and not (kind = 'charge' and vat = 0)
     and jsonb_array_length(coalesce(snapshot -> 'vat', '[]')) < 2)
   or exists (
     select from jsonb_to_recordset(snapshot -> 'vat')
       as part(rate numeric, "grossKobo" numeric, "taxableKobo" numeric, "vatKobo" numeric)
     having sum("grossKobo") <> total * 100 or sum("vatKobo") <> vat * 100
       or bool_or("vatKobo" <> round("grossKobo" * rate / (10000 + rate)))
       or bool_or(abs("grossKobo" - "taxableKobo" - "vatKobo") > 1));

-- name: V2 what credit notes say of each rate adds up to their sums, and is never more than their invoice has
select c.credit_note_number, c.total, c.vat, c.vat_breakdown
from credit_notes c
where c.vat_breakdown is not null and exists (
  select from jsonb_to_recordset(c.vat_breakdown) as part("grossKobo" numeric, "vatKobo" numeric)
  having sum("grossKobo") <> c.total * 100);

-- name: W1 a write-off that stands is a loss of its open invoice, once; one that was undone is none
select w.id, w.status, i.status as invoice, lost.amount
from write_offs w
join invoices i on i.id = w.invoice_id
cross join lateral (
  select coalesce(sum(e.amount), 0) as amount from ledger_entries e
  where e.account = 'bad-debts' and e.transaction_key in ('write-off:' || w.id, 'write-off-reversal:' || w.id)
) lost
where (w.status = 'booked' and (i.status <> 'open' or lost.amount <> w.amount))
   or (w.status <> 'booked' and lost.amount <> 0);

-- name: W2 what was written off does not stay in receivable
select user_id, sum(amount) from ledger_entries where account = 'receivable' group by user_id having sum(amount) < 0;

-- name: V3 a paid month has one paid invoice of what was paid for it, with money or credit
select p.reference, count(i.id) as invoices, max(i.total) as invoiced, p.amount + p.credit_used as paid
from subscription_periods s
join payments p on p.id = s.payment_id
left join invoices i on i.payment_id = p.id and i.status = 'paid' and i.user_id = p.user_id
where p.paid_at >= (select min(issued_at) from invoices where year > 0)
group by p.id
having count(i.id) <> 1 or max(i.total) <> p.amount + p.credit_used;

-- name: V4 credit notes correct a paid invoice by what went back of its money: all of it, or the parts so far
select i.invoice_number, i.status, p.status as payment, p.refunded_outside, notes.total, notes.vat
from (select invoice_id, sum(total) as total, sum(vat) as vat, min(total) as least from credit_notes group by invoice_id) notes
join invoices i on i.id = notes.invoice_id
left join payments p on p.id = i.payment_id
where i.kind <> 'monthly' and (i.status <> 'paid' or p.status is null or notes.least <= 0
   or (p.status in ('refunded', 'disputed') and (notes.total <> i.total or notes.vat <> i.vat))
   or (p.status = 'successful' and (notes.total <> p.refunded_outside or notes.vat > i.vat))
   or p.status not in ('successful', 'refunded', 'disputed'));

-- name: B1 an invoice of all lines is owed what payments, withheld tax and a write-off have not settled, and is paid exactly when that is nothing and none was written off
select i.invoice_number, i.status, i.total, m.outstanding, settled.amount as settled, w.amount as lost
from invoices i
full join monthly_invoices m on m.invoice_id = i.id
left join write_offs w on w.invoice_id = i.id and w.status = 'booked'
cross join lateral (
  select coalesce(sum(case when s.reversed_at is null then s.amount else s.credited end), 0) as amount
  from invoice_settlements s where s.invoice_id = i.id
) settled
where (i.kind = 'monthly' or m.invoice_id is not null)
  and (i.id is null or m.invoice_id is null or i.kind <> 'monthly' or m.account_id <> i.user_id or i.payment_id is not null
    or m.outstanding <> i.total - settled.amount - coalesce(w.amount, 0) or m.outstanding < 0
    or i.status <> case when m.outstanding = 0 and w.id is null then 'paid' else 'open' end);

-- name: B2 what a company owes by the ledger is what its invoices say
select coalesce(owed.user_id, m.account_id) as account, owed.amount, m.outstanding
from (select user_id, sum(amount) as amount from ledger_entries where account = 'receivable' group by user_id) owed
full join (select account_id, sum(outstanding) as outstanding from monthly_invoices group by account_id) m on m.account_id = owed.user_id
where coalesce(owed.amount, 0) <> coalesce(m.outstanding, 0);

-- name: B3 an invoice of all lines was booked once, whole, as owed and as revenue
select i.invoice_number, i.total, booked.owed, booked.revenue
from invoices i
left join (
  select transaction_key, sum(amount) filter (where account = 'receivable') as owed, sum(amount) filter (where account = 'revenue') as revenue
  from ledger_entries where transaction_key like 'invoice:%' group by transaction_key
) booked on booked.transaction_key = 'invoice:' || i.invoice_number
where i.kind = 'monthly' and (booked.owed is distinct from i.total or booked.revenue is distinct from -i.total);

-- name: B4 a payment has settled of invoices what it was, money and credit, and its refund has corrected them
select p.reference, p.status, p.amount, p.credit_used, s.amount as settled, s.credited
from payments p
join (
  select payment_id, sum(amount) as amount, sum(credited) as credited, bool_or(reversed_at is not null) as reversed
  from invoice_settlements where kind = 'payment' group by payment_id
) s on s.payment_id = p.id
where s.amount <> p.amount + p.credit_used or p.invoice_id is null
   or s.credited <> case when p.status = 'refunded' then s.amount else p.refunded_outside end
   or s.reversed <> (p.status = 'disputed');

-- name: B5 credit notes correct an invoice of all lines by what went back of its settlements
select i.invoice_number, coalesce(notes.total, 0) as noted, coalesce(s.credited, 0) as credited
from invoices i
left join (select invoice_id, sum(total) as total, sum(vat) as vat from credit_notes group by invoice_id) notes on notes.invoice_id = i.id
left join (select invoice_id, sum(credited) as credited from invoice_settlements group by invoice_id) s on s.invoice_id = i.id
where i.kind = 'monthly' and (coalesce(notes.total, 0) <> coalesce(s.credited, 0) or coalesce(notes.vat, 0) > i.vat);

-- name: B6 withheld tax has settled what it says, is owed by the tax authority until it is reversed, and only with a refund before its document came
select w.id, p.reference, w.amount, s.amount as settled, owed.amount as owed
from withholding_taxes w
join payments p on p.id = w.payment_id
left join (select payment_id, sum(amount) as amount, sum(credited) as credited from invoice_settlements where kind = 'withheld' group by payment_id) s
  on s.payment_id = w.payment_id
left join (select payment_id, sum(amount) as amount from ledger_entries where account = 'withholding-tax-receivable' group by payment_id) owed
  on owed.payment_id = w.payment_id
where s.amount is distinct from w.amount or w.amount <= 0 or w.account_id <> p.user_id
   or coalesce(owed.amount, 0) <> case when w.reversed_at is null then w.amount else 0 end
   or s.credited <> case when w.reversed_at is null then 0 else w.amount end
   or (w.reversed_at is not null and (p.status <> 'refunded' or w.credit_note_number is not null))
   or (w.credit_note_number is null) <> (w.documented_at is null);

-- name: B7 a time of a line that is charged is on one invoice of its account, and its rows are those of the invoice
select v.id, v.account_id, l.account_id as line_of
from invoiced_periods v
join user_subscriptions s on s.id = v.subscription_id
join lines l on l.id = s.user_id
left join monthly_invoices m on m.invoice_id = v.invoice_id
left join subscription_periods period on period.payment_id = v.id
where l.account_id <> v.account_id or (period.id is null) <> (v.addon_id is not null) or (v.invoice_id is not null and m.account_id is distinct from v.account_id);

-- name: D1 an add-on is charged for months that its line has paid, ends with the last of them, and is had by an open line once
select a.id, a.charged_through, a.last_period, s.paid_periods, s.status
from subscription_addons a
join user_subscriptions s on s.id = a.subscription_id
where a.charged_through > s.paid_periods or (a.ended_at is null and a.last_period <> a.charged_through);

-- name: D2 a line has a fixed address exactly while it has the add-on that pays for it, and the address is of its pool
select f.id, f.address, f.line_id, s.user_id as addon_of, a.ended_at
from fixed_addresses f
join address_pools p on p.id = f.pool_id
join subscription_addons a on a.id = f.addon_id
join user_subscriptions s on s.id = a.subscription_id
where not f.address <<= p.network
   or (f.ends_at is null and (s.user_id <> f.line_id or a.ended_at is not null));

-- name: A1 credit that staff gave was booked once, as it says, and by two people where it waited; nothing else was
select a.id, a.status, a.amount, e.amount as booked
from billing_adjustments a
full join (
  select transaction_key, user_id, sum(amount) as amount from ledger_entries
  where account = 'adjustments' group by transaction_key, user_id
) e on e.transaction_key = 'adjustment:' || a.id
where a.id is null or (a.status = 'booked') <> (e.amount is not null)
   or (e.amount is not null and (e.amount <> a.amount or e.user_id <> a.user_id))
   or (a.status = 'booked' and a.decided_by = a.requested_by)
   or (a.status = 'awaiting-approval') <> (a.decided_at is null);

-- name: A2 a charge is paid exactly while its own invoice is, by the same payment, of its customer
select c.id, c.payment_id, i.status, i.payment_id as invoice_payment, p.charge_id
from one_off_charges c
join invoices i on i.invoice_number = c.invoice_number
left join payments p on p.id = c.payment_id
where i.kind <> 'charge' or i.user_id <> c.user_id or (i.status = 'paid') <> (c.payment_id is not null)
   or i.payment_id is distinct from c.payment_id
   or (c.payment_id is not null and (p.charge_id is distinct from c.id or p.user_id <> c.user_id))
   or (c.refunded_at is not null and p.status not in ('refunded', 'disputed'));

-- name: O1 an open invoice of an earlier system is owed in the ledger, a paid one no longer, and nothing else is
select coalesce(i.invoice_number, split_part(e.transaction_key, ':', 2)) as invoice, i.status, i.total, e.amount as owed
from (select * from invoices where year = 0) i
full join (
  select split_part(transaction_key, ':', 2) as number, min(transaction_key) as transaction_key, sum(amount) as amount
  from ledger_entries where account = 'opening-invoices' group by 1
) e on e.number = i.invoice_number
where i.id is null or e.amount is distinct from case
  when i.status = 'open' and not exists (select from write_offs w where w.invoice_id = i.id and w.status = 'booked') then i.total
  else 0 end;

-- name: T1 money from the counter was taken once, by a form, in a shift of the one who took it, and cash is in their till
select p.reference, p.gateway, p.till_id, c.staff_id, s.staff_id as shift_of
from payments p
full join counter_payments c on c.payment_id = p.id
left join till_shifts s on s.id = c.shift_id
where (p.gateway in ('cash', 'pos', 'deposit') or c.payment_id is not null or p.till_id is not null)
  and (c.payment_id is null or p.gateway not in ('cash', 'pos', 'deposit')
    or s.staff_id <> c.staff_id
    or p.till_id is distinct from case when p.gateway = 'cash' then c.staff_id end
    or (p.gateway <> 'cash' and c.outside_reference is null));

-- name: T2 a hand-over went once from its till to the bank
select h.id, h.amount, e.transaction_key
from till_hand_overs h
join till_shifts s on s.id = h.shift_id
full join (
  select transaction_key, sum(amount) filter (where account = 'bank') as bank, min(account) filter (where account like 'till:%') as till
  from ledger_entries where transaction_key like 'till-hand-over:%' group by transaction_key
) e on e.transaction_key = 'till-hand-over:' || h.id
where h.id is null or h.amount <= 0 or e.bank is distinct from h.amount or e.till is distinct from 'till:' || s.staff_id;

-- name: T3 a closing expected what the shift before had left and what came and went since, and books what differs
select s.id, s.staff_id, s.expected, s.counted, s.due, e.difference
from (
  select s.*,
    lag(s.counted, 1, 0::numeric) over (partition by s.staff_id order by s.opened_at, s.closed_at nulls last, s.id)
      + (select coalesce(sum(coalesce(p.received, p.amount)), 0) from counter_payments c join payments p on p.id = c.payment_id
         where c.shift_id = s.id and p.gateway = 'cash')
      + (select coalesce(sum(g.amount), 0) from agent_settlements g where g.shift_id = s.id)
      - (select coalesce(sum(h.amount), 0) from till_hand_overs h where h.shift_id = s.id)
      - (select coalesce(sum(r.amount), 0) from refund_payouts o join refunds r on r.id = o.refund_id where o.shift_id = s.id) as due
  from till_shifts s
) s
left join (
  select transaction_key, sum(amount) as difference from ledger_entries
  where transaction_key like 'till-closing:%' and account like 'till:%' group by transaction_key
) e on e.transaction_key = 'till-closing:' || s.id
where (s.closed_at is null) <> (s.expected is null) or (s.closed_at is null) <> (s.counted is null)
   or (s.closed_at is not null and (s.expected <> s.due or s.counted < 0 or coalesce(e.difference, 0) <> s.counted - s.expected))
   or (s.closed_at is null and e.difference is not null)
   or (s.counted <> s.expected and coalesce(s.note, '') = '');

-- name: T4 a till has what its last closing counted and what came and went since, never less than nothing
select t.staff_id, t.due, coalesce(e.balance, 0) as balance
from (
  select s.staff_id, sum(coalesce(s.counted - s.expected, 0)
      + (select coalesce(sum(coalesce(p.received, p.amount)), 0) from counter_payments c join payments p on p.id = c.payment_id
         where c.shift_id = s.id and p.gateway = 'cash')
      + (select coalesce(sum(g.amount), 0) from agent_settlements g where g.shift_id = s.id)
      - (select coalesce(sum(h.amount), 0) from till_hand_overs h where h.shift_id = s.id)
      - (select coalesce(sum(r.amount), 0) from refund_payouts o join refunds r on r.id = o.refund_id where o.shift_id = s.id)) as due
  from till_shifts s group by s.staff_id
) t
full join (
  select account, sum(amount) as balance from ledger_entries where account like 'till:%' group by account
) e on e.account = 'till:' || t.staff_id
where coalesce(t.due, 0) <> coalesce(e.balance, 0) or coalesce(e.balance, 0) < 0;

-- name: T5 a refund was paid out once, all of it, and is done: in cash from the open till of who paid it, who did not ask for it alone, by a transfer with the bank's number, or by the agent who had taken it
select r.reference, o.method, o.staff_id, r.status, e.amount
from refund_payouts o
join refunds r on r.id = o.refund_id
join payments p on p.id = r.payment_id
left join till_shifts s on s.id = o.shift_id
left join ledger_entries e on e.transaction_key = 'refund:' || p.reference
  and e.account = case when o.method = 'cash' then 'till:' || o.staff_id when o.method = 'agent' then 'agent:' || p.agent_id
    when p.till_id is not null or p.gateway in ('voucher', 'agent') or p.channel = 'virtual-account' then 'bank' else 'gateway:' || p.gateway end
where r.status <> 'done' or (p.gateway not in ('cash', 'pos', 'deposit', 'voucher', 'agent') and p.channel is distinct from 'virtual-account') or o.method not in ('cash', 'transfer', 'agent')
   or (o.method = 'cash') <> (o.shift_id is not null) or (o.method = 'transfer') <> (o.bank_reference is not null)
   or s.staff_id <> o.staff_id or s.closed_at < o.created_at or s.opened_at > o.created_at
   or (o.method = 'cash' and o.staff_id = r.requested_by and r.approved_by is null)
   or e.amount is distinct from -r.amount;

-- name: V1 what vouchers are worth that are neither used, taken back nor expired is owed, and nothing else is
select v.worth, e.balance
from (select coalesce(sum(amount), 0) as worth from vouchers where status in ('issued', 'stopped')) v
cross join (select coalesce(-sum(amount), 0) as balance from ledger_entries where account = 'vouchers') e
where v.worth <> e.balance;

-- name: V2 a voucher that was used has paid one payment of its value, and nothing else has come from a voucher
select v.batch, v.index, v.status, p.reference, p.gateway, coalesce(p.received, p.amount) as paid
from vouchers v
full join (select * from payments where gateway = 'voucher') p on p.id = v.payment_id
where (v.payment_id is not null or p.id is not null or v.status = 'used')
  and (p.id is null or v.status is distinct from 'used' or v.used_at is null
    or coalesce(p.received, p.amount) <> v.amount or p.status not in ('successful', 'refunded'));

-- name: V3 a batch was sold once, when it got its PINs, with all of its vouchers, and what came back of it is what was taken back
select b.number, b.status, s.owed, s.kept, s.worth, c.count, c.returned, r.worth as back
from voucher_batches b
left join (select batch, count(*) as count, count(*) filter (where status = 'returned') as returned, sum(amount) as amount,
  coalesce(sum(amount) filter (where status = 'returned'), 0) as returned_amount from vouchers group by batch) c on c.batch = b.number
left join (select split_part(transaction_key, ':', 1) || ':' || split_part(transaction_key, ':', 2) as transaction_key, sum(amount) filter (where account like 'agent:%') as owed,
  coalesce(sum(amount) filter (where account = 'agent-commissions'), 0) as kept, -sum(amount) filter (where account = 'vouchers') as worth
  from ledger_entries where transaction_key like 'voucher-sale:%' or transaction_key like 'voucher-import:%' group by 1) s
  on s.transaction_key = case b.kind when 'made' then 'voucher-sale:' else 'voucher-import:' end || b.number
left join (select transaction_key, sum(amount) filter (where account = 'vouchers') as worth,
  coalesce(-sum(amount) filter (where account = 'agent-commissions'), 0) as kept
  from ledger_entries where transaction_key like 'voucher-return:%' group by 1) r on r.transaction_key = 'voucher-return:' || b.number
where (b.issues > 0) <> (s.worth is not null and b.kind = 'made') and b.kind = 'made'
   or (s.worth is not null and (s.worth <> c.amount or c.count <> b.count))
   or (s.worth is not null and b.kind = 'made' and (s.kept <> b.discount * b.count or s.owed <> (b.amount - b.discount) * b.count))
   or coalesce(c.returned_amount, 0) <> coalesce(r.worth, 0) or coalesce(c.returned, 0) * b.discount <> coalesce(r.kept, 0)
   or (b.status = 'refunded') <> (r.worth is not null)
   or (b.status in ('stopped', 'refunded') and exists (select from vouchers v where v.batch = b.number and v.status = 'issued'))
   or (b.decided_by = b.created_by and b.status not in ('declined'));

-- name: V4 an agent owes what they took and bought, less what they keep and handed over, and took nothing twice
select e.id, e.account, e.transaction_key
from ledger_entries e
left join payments p on p.id = e.payment_id
where e.account like 'agent:%' and not coalesce(
  (p.gateway = 'agent' and e.account = 'agent:' || p.agent_id
    and e.transaction_key in ('payment:' || p.reference, 'overpayment:' || p.reference, 'refund:' || p.reference))
  or exists (select from agent_sales s join payments y on y.id = s.payment_id
    where e.account = 'agent:' || s.agent_id and e.transaction_key in ('agent-commission:' || y.reference, 'agent-commission-back:' || y.reference)
      and abs(e.amount) = s.commission)
  or exists (select from voucher_batches b where e.account = 'agent:' || b.agent_id
    and e.transaction_key in ('voucher-sale:' || b.number, 'voucher-return:' || b.number))
  or exists (select from agent_settlements g where e.account = 'agent:' || g.agent_id
    and e.transaction_key = 'agent-settlement:' || g.id and e.amount = -g.amount), false);

-- name: V4 a payment from an agent was sold once, by a form, and one is of an agent exactly where it was sold
select p.reference, p.gateway, p.agent_id, s.agent_id as sold_by
from payments p
full join agent_sales s on s.payment_id = p.id
where (p.gateway = 'agent' or p.agent_id is not null or s.payment_id is not null)
  and (s.payment_id is null or p.gateway <> 'agent' or p.agent_id is distinct from s.agent_id or p.till_id is not null);

-- name: V5 money that an agent handed over was booked once, where it went: into the till of the shift, or to the bank
select g.id, g.method, g.amount, e.place
from agent_settlements g
left join till_shifts s on s.id = g.shift_id
full join (select transaction_key, min(account) filter (where account not like 'agent:%') as place, sum(amount) filter (where account not like 'agent:%') as amount
  from ledger_entries where transaction_key like 'agent-settlement:%' group by 1) e on e.transaction_key = 'agent-settlement:' || g.id
where g.id is null or e.amount is distinct from g.amount
   or (g.method = 'cash') <> (g.shift_id is not null) or (g.method = 'transfer') <> (g.bank_reference is not null)
   or (g.method = 'cash' and s.staff_id <> g.staff_id)
   or e.place is distinct from case when g.method = 'cash' then 'till:' || g.staff_id else 'bank' end;

-- name: K1 a bank account holds its opening balance and the lines that are matched, each on its day, and nothing else
select coalesce(a.id, e.id) as account, a.due, e.balance
from (
  select a.id, a.opening_balance + coalesce((select sum(l.amount) from bank_lines l where l.bank_account_id = a.id and l.status = 'matched'), 0) as due
  from bank_accounts a
) a
full join (
  select split_part(account, ':', 2)::int as id, sum(amount) as balance from ledger_entries where account like 'bank:%' group by account
) e on e.id = a.id
where a.id is null or a.due <> coalesce(e.balance, 0)
union all
select l.bank_account_id, l.amount, e.amount
from bank_lines l
left join bank_match_items i on i.line_id = l.id and i.is_active
left join ledger_entries e on e.transaction_key = 'bank-match:' || i.match_id || ':' || l.id and e.account = 'bank:' || l.bank_account_id
where (l.status = 'matched') <> (i.id is not null) or (i.id is not null and (l.amount <> i.amount or e.amount is distinct from l.amount));

-- name: K2 what a match consists of is booked once and adds up to its lines, and what is undone was booked back
select coalesce(m.id::text, e.match_id) as match, m.undone_at, m.lines, m.items, e.posted, e.undone
from (
  select m.id, m.undone_at, count(*) filter (where i.is_active) as active,
    sum(i.amount) filter (where i.line_id is not null) as lines,
    coalesce(sum(i.amount) filter (where i.line_id is null), 0) as items,
    sum(abs(i.amount)) filter (where i.line_id is not null) as moved
  from bank_matches m join bank_match_items i on i.match_id = m.id group by m.id
) m
full join (
  select split_part(transaction_key, ':', 2) as match_id,
    sum(abs(amount)) filter (where transaction_key like 'bank-match:%' and account like 'bank:%') as posted,
    coalesce(sum(abs(amount)) filter (where transaction_key like 'bank-match-undo:%' and account like 'bank:%'), 0) as undone
  from ledger_entries where transaction_key like 'bank-match%' group by 1
) e on e.match_id = m.id::text
where m.id is null or e.match_id is null or m.lines <> m.items or e.posted <> m.moved
   or (m.undone_at is null) <> (m.active > 0) or e.undone <> case when m.undone_at is null then 0 else m.moved end;

-- name: K3 an open item that is matched is what the ledger has of it in that account, with what a payment brought too much
select i.id, i.source_key, i.account, i.amount, e.amount as booked
from bank_match_items i
cross join lateral (
  select sum(amount) as amount from ledger_entries
  where account = i.account
    and transaction_key in (i.source_key, case when i.source_key like 'payment:%' then 'over' || i.source_key end)
) e
where i.source_key is not null and i.is_active and e.amount is distinct from i.amount;

-- name: R4 a tier's bonus stands at nothing or at one bonus, and is not held by who was never rewarded so often
select e.user_id, split_part(e.transaction_key, ':', 2) as tier, sum(e.amount) as bonus
from ledger_entries e
where e.account = 'referral-rewards' and e.transaction_key like 'tier-%'
group by e.user_id, split_part(e.transaction_key, ':', 2)
having sum(e.amount) < 0
    or sum(e.amount) > case split_part(e.transaction_key, ':', 2) when 'silver' then 5000 when 'gold' then 10000 else 0 end
    or (select count(*) from ledger_entries r
        where r.user_id = e.user_id and r.account = 'referral-rewards' and r.transaction_key like 'reward:%')
       < case split_part(e.transaction_key, ':', 2) when 'silver' then 5 else 10 end;

-- name: C1 a line is on auto-pay exactly while its customer agrees to it, with a card of their own that is kept
select s.id, s.auto_pay, c.id as consent, m.removed_at
from user_subscriptions s
join lines l on l.id = s.user_id
left join auto_pay_consents c on c.subscription_id = s.id and c.ended_at is null
left join payment_methods m on m.id = c.payment_method_id
where s.status <> 'cancelled'
  and (s.auto_pay <> (c.id is not null)
    or (c.id is not null and (c.user_id <> l.account_id or m.user_id <> l.account_id or m.removed_at is not null or m.reference = '')));

-- name: C2 of a removed card nothing is left that charges it
select id, removed_at from payment_methods where removed_at is not null and reference <> '';

-- name: C4 a bank account is charged exactly while its mandate is active, and its owner has agreed to it
select m.id, m.status, p.removed_at, c.id as consent
from mandates m
left join payment_methods p on p.id = m.payment_method_id
left join auto_pay_consents c on c.payment_method_id = m.payment_method_id and c.ended_at is null
where (m.status = 'active') <> (p.id is not null and p.removed_at is null)
  or (p.id is not null and (p.kind <> 'mandate' or (p.user_id <> m.user_id and p.removed_at is null)))
  or (c.id is not null and (m.status <> 'active' or c.kind <> 'mandate'));

-- name: C5 no month is charged twice on one day in Lagos
select subscription_id, period_number, charge_day, count(*)
from payments where charge_day is not null
group by subscription_id, period_number, charge_day having count(*) > 1;

-- name: C3 an automatic charge has the saving on its quote and the card of its customer, and only one of a month is undecided
select p.reference, count(*) over (partition by p.subscription_id, p.period_number) as undecided
from payments p
left join payment_methods m on m.id = p.payment_method_id
where p.charge_attempt is not null
  and (coalesce((select merged_into from accounts where id = m.user_id), m.user_id) is distinct from p.user_id or m.provider is distinct from p.gateway
    or not exists (select 1 from jsonb_array_elements(p.quote -> 'lines') line where line ->> 'label' like 'Auto-pay saving%')
    or (p.status in ('initialized', 'pending') and exists (
      select 1 from payments other
      where other.subscription_id = p.subscription_id and other.period_number = p.period_number and other.id <> p.id
        and other.charge_attempt is not null and other.status in ('initialized', 'pending'))));
