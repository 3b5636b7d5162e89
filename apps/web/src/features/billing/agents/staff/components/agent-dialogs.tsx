import { type Agent, addAgent, changeAgent, settleAgent } from '@portal/contract/billing/staff-agents';
import { useState } from 'react';
import type { z } from 'zod/mini';
import { newClientId } from '../../../../../shared/api/new-client-id.ts';
import { useCallForm } from '../../../../../shared/api/use-call-form.ts';
import { formatExactNaira } from '../../../../../shared/format/naira.ts';
import { parseNaira } from '../../../../../shared/format/parse-naira.ts';
import { FormDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { toast } from '../../../../../shared/ui/feedback/toast.ts';
import { AmountField } from '../../../../../shared/ui/form/amount-field.tsx';
import { Field } from '../../../../../shared/ui/form/field.tsx';
import { SelectField } from '../../../../../shared/ui/form/select-field.tsx';
import { useAddAgent, useChangeAgent, useSettleAgent } from '../api/agents.ts';

type Changed = { message: string; agent: Agent };
type AgentFields = { name: string; phone: string; limit: string; commission: string };

const percentOf = (typed: string): number => Number(typed.trim().replace(',', '.') || Number.NaN);
const limitOf = (typed: string): number | null => (typed.trim() === '' ? null : parseNaira(typed));
const bodyOf = ({ name, phone, limit, commission }: AgentFields) => ({
  name,
  phone,
  limit: limitOf(limit),
  commission: percentOf(commission),
});

type FieldsProps = Pick<ReturnType<typeof useCallForm<AgentFields, unknown, unknown>>, 'field' | 'amountField'>;

function AgentFormFields({ field, amountField }: FieldsProps) {
  return (
    <>
      <Field label="Name" hint="As receipts name them." maxLength={100} autoComplete="off" {...field('name')} />
      <Field label="Mobile number" type="tel" maxLength={20} autoComplete="off" {...field('phone')} />
      <AmountField
        label="May owe at most, in naira"
        hint="Without a limit they may sell any sum."
        {...amountField('limit')}
      />
      <Field
        label="Commission in percent"
        inputMode="decimal"
        maxLength={5}
        autoComplete="off"
        hint="Of the cash that they take, and the usual discount on vouchers."
        {...field('commission')}
      />
    </>
  );
}

/** Adds an agent, with the member of staff who sells there if there is one. */
export function AddAgentDialog({ onAdded, onClose }: { onAdded: (id: number) => void; onClose: () => void }) {
  const adding = useAddAgent();
  const { field, amountField, ...form } = useCallForm<
    AgentFields & { email: string },
    z.output<typeof addAgent.body>,
    Changed
  >({
    schema: addAgent.body,
    start: { name: '', phone: '', limit: '', commission: '', email: '' },
    bodyOf: ({ email, ...fields }) => ({ ...bodyOf(fields), ...(email.trim() && { email }) }),
    call: adding.mutateAsync,
    onDone: ({ message, agent }) => {
      toast({ title: 'Agent', description: message });
      onAdded(agent.id);
    },
  });
  return (
    <FormDialog title="Add an agent" confirm="Add the agent" form={form} onClose={onClose}>
      <AgentFormFields field={field as FieldsProps['field']} amountField={amountField as FieldsProps['amountField']} />
      <Field
        label="Email address of who sells there"
        type="email"
        autoComplete="off"
        hint="They need the role Agent first (Staff). Leave it empty for a shop that sells vouchers alone."
        {...field('email')}
      />
    </FormDialog>
  );
}

/** Changes an agent, or stops them. */
export function ChangeAgentDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const changing = useChangeAgent(agent.id);
  const { field, amountField, ...form } = useCallForm<
    AgentFields & { isOn: 'yes' | 'no' },
    z.output<typeof changeAgent.body>,
    Changed
  >({
    schema: changeAgent.body,
    start: {
      name: agent.name,
      phone: agent.phone ?? '',
      limit: agent.limit === null ? '' : String(agent.limit),
      commission: String(agent.commission),
      isOn: agent.isOn ? 'yes' : 'no',
    },
    bodyOf: ({ isOn, ...fields }) => ({ ...bodyOf(fields), isOn: isOn === 'yes' }),
    call: changing.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Agent', description: message });
      onClose();
    },
  });
  return (
    <FormDialog title="Change the agent" confirm="Save" form={form} onClose={onClose}>
      <AgentFormFields field={field as FieldsProps['field']} amountField={amountField as FieldsProps['amountField']} />
      <SelectField
        label="State"
        options={[
          { value: 'yes', label: 'Sells' },
          { value: 'no', label: 'Stopped: sells nothing' },
        ]}
        {...field('isOn')}
      />
    </FormDialog>
  );
}

type SettleFields = { amount: string; method: 'cash' | 'transfer'; bankReference: string };

/** Records money that the agent hands over. */
export function SettleAgentDialog({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const settling = useSettleAgent(agent.id);
  const [clientRequestId] = useState(newClientId);
  const [method, setMethod] = useState<SettleFields['method']>('cash');
  const { field, amountField, ...form } = useCallForm<SettleFields, z.output<typeof settleAgent.body>, Changed>({
    schema: settleAgent.body,
    start: { amount: agent.owes > 0 ? String(agent.owes) : '', method: 'cash', bankReference: '' },
    bodyOf: ({ amount, bankReference }) => ({
      amount: parseNaira(amount),
      method,
      clientRequestId,
      ...(method === 'transfer' && { bankReference }),
    }),
    call: settling.mutateAsync,
    onDone: ({ message }) => {
      toast({ title: 'Handed over', description: message });
      onClose();
    },
  });
  const choice = field('method');
  return (
    <FormDialog title="Record money handed over" confirm="Record" form={form} onClose={onClose}>
      <p>
        {agent.owes > 0
          ? `${formatExactNaira(agent.owes)} is owed.`
          : 'Nothing is owed: what comes now is owed to them.'}
      </p>
      <AmountField label="Amount in naira" autoFocus {...amountField('amount')} />
      <SelectField
        label="How"
        options={[
          { value: 'cash', label: 'Cash, into your till' },
          { value: 'transfer', label: 'Transfer to the bank' },
        ]}
        {...choice}
        onChange={(event) => {
          setMethod(event.target.value as SettleFields['method']);
          void choice.onChange(event);
        }}
      />
      {method === 'transfer' && (
        <Field
          label="The bank’s number of the transfer"
          autoComplete="off"
          maxLength={60}
          {...field('bankReference')}
        />
      )}
    </FormDialog>
  );
}
