import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import { DuplicateNotices, EarlierRecords } from '../../duplicates/api.ts';
import { AttachFacilityDialog } from '../../facilities/api.ts';
import { Conversations } from '../conversations/conversations.tsx';
import { HospitalNotice } from '../hospital/hospital-notice.tsx';
import type { ActionCustomer } from '../staff.ts';
import { AccountActions, useAccount } from './account-actions.tsx';
import { ControlPanel } from './control/control-panel.tsx';
import { isEditorOf, type Customer } from './customer-api.ts';
import { BackToList, CustomerHead, HeadLinks } from './customer-head.tsx';
import css from './customer-page.module.css';
import { Activity } from './parts/activity.tsx';
import { Contacts } from './parts/contacts.tsx';
import { Details } from './parts/details.tsx';
import { EndOfLifeDocuments, Files } from './parts/documents.tsx';
import { Openings } from './parts/openings.tsx';
import { PapersToCheck } from './parts/papers-to-check.tsx';
import { PlanSays } from './first-view/plan-says.tsx';
import { QualityOfLife } from './parts/quality-of-life.tsx';
import { Confirmations } from './parts/confirmations.tsx';
import { LinkedSystems } from './linked-systems.tsx';
import { OfCustomer } from './of-customer.tsx';
import { Missing } from './first-view/missing.tsx';
import { MoveNotice } from './parts/move-notice.tsx';
import { RemovalNotice } from './parts/removal-notice.tsx';
import { Versions } from './parts/versions.tsx';
import { useOpenedPlan } from './use-opened-plan.ts';

/** Page of a customer: name, content of the plan, and the actions of staff (CDET-01). */
export function Page() {
  const { customerId = '' } = useParams({ strict: false });
  const t = useText();
  return (
    <OfCustomer key={customerId} id={customerId} title={t('customers.col.name')} head={<BackToList />}>
      {(customer, retry) => <CustomerView customer={customer} onStale={retry} />}
    </OfCustomer>
  );
}

function CustomerView({ customer, onStale }: { customer: Customer; onStale: () => void }) {
  const { id, name, plan } = customer;
  const isEditor = isEditorOf(customer);
  const isReadable = plan?.status === 'complete';
  const opened = useOpenedPlan(customer, { pause: !isReadable, content: String(plan?.plan_version ?? 0) });
  const { dialog, ...account } = useAccount(customer, onStale);
  const [attaches, setAttaches] = useState(false);
  const isNarrow = useIsNarrow();
  const onEditId = isEditor ? () => account.open('editId', account.subject) : undefined;
  const onHandOver = () => account.open('handOver', account.subject);
  const onRecord = account.actions.includes('talk') ? () => account.open('talk', account.subject) : undefined;
  const missing = <Missing customer={customer} {...account} />;
  return (
    <>
      <CustomerHead customer={customer} onEditId={onEditId} onHandOver={onHandOver} />
      <Notices customer={customer} subject={account.subject} onStale={onStale} />
      <div className={css.grid}>
        <div>
          <PlanSays customer={customer} opened={opened} />
          {isNarrow && (
            <>
              {missing}
              <div className={css.links}>
                <HeadLinks customer={customer} onHandOver={onHandOver} />
              </div>
            </>
          )}
          <QualityOfLife name={name} opened={isReadable ? opened : null} />
          <Conversations customer={customer} onRecord={onRecord} />
          <PapersToCheck customer={customer} isEditor={isEditor} />
          <EndOfLifeDocuments customer={customer} isEditor={isEditor} onStale={onStale} />
          <Files customer={customer} isEditor={isEditor} />
          <Contacts contacts={customer.trusted_contacts} />
          <Details
            customer={customer}
            onEditId={onEditId}
            onAttach={isEditor ? () => setAttaches(true) : undefined}
          />
          <LinkedSystems customer={customer} />
          <Versions customer={customer} />
          <EarlierRecords customer={customer} onStale={onStale} />
          <Confirmations customer={customer} />
          <Activity userId={id} pause={opened.loading} />
          <Openings userId={id} pause={opened.loading} />
        </div>
        <div>
          {!isNarrow && missing}
          <ControlPanel customer={customer} onStale={onStale}>
            {isEditor && <AccountActions {...account} />}
          </ControlPanel>
        </div>
      </div>
      {dialog}
      {attaches && (
        <AttachFacilityDialog customer={customer} onStale={onStale} onClose={() => setAttaches(false)} />
      )}
    </>
  );
}

type NoticesProps = { customer: Customer; subject: ActionCustomer; onStale: () => void };

/** Notices of a stay in hospital, of a removal and of a move, each with what staff can do. */
function Notices({ customer, subject, onStale }: NoticesProps) {
  const { removal, move } = customer;
  return (
    <>
      <DuplicateNotices customer={customer} onStale={onStale} />
      <HospitalNotice customer={customer} />
      {removal !== null && (
        <RemovalNotice
          removal={removal}
          customer={subject}
          isEditor={isEditorOf(customer)}
          onStale={onStale}
        />
      )}
      {move !== null && <MoveNotice key={move.id} move={move} customer={customer} onStale={onStale} />}
    </>
  );
}
