import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useText } from '../../../app/texts.tsx';
import { MessagePage } from '../../../app/gates/message-page.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { Notice } from '../../../ui/messages/notice.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { AttachFacilityDialog } from '../../facilities/api.ts';
import { Conversations } from '../conversations/conversations.tsx';
import { HospitalNotice } from '../hospital/hospital-notice.tsx';
import { AccountActions, useAccount } from './account-actions.tsx';
import { ControlPanel } from './control/control-panel.tsx';
import { isEditorOf, useCustomer, type Customer } from './customer-api.ts';
import { BackToList, CustomerHead } from './customer-head.tsx';
import css from './customer-page.module.css';
import { Activity } from './parts/activity.tsx';
import { Contacts } from './parts/contacts.tsx';
import { EndOfLifeDocuments, Files } from './parts/documents.tsx';
import { Openings } from './parts/openings.tsx';
import { PapersToCheck } from './parts/papers-to-check.tsx';
import { PlanSays } from './parts/plan-says.tsx';
import { QualityOfLife } from './parts/quality-of-life.tsx';
import { Confirmations } from './parts/confirmations.tsx';
import { LinkedSystems } from './linked-systems.tsx';
import { MoveNotice } from './parts/move-notice.tsx';
import { RemovalNotice } from './parts/removal-notice.tsx';
import { Versions } from './parts/versions.tsx';
import { useOpenedPlan } from './use-opened-plan.ts';

/** Page of a customer: name, content of the plan, and the actions of staff (CDET-01). */
export function Page() {
  const { customerId = '' } = useParams({ strict: false });
  return <OfCustomer key={customerId} id={customerId} />;
}

function OfCustomer({ id }: { id: string }) {
  const t = useText();
  const read = useCustomer(id);
  const code = read.failed?.code;
  const home = <LinkButton to="/dashboard">{t('system.notFound.button')}</LinkButton>;
  if (code === 'forbidden') {
    return (
      <MessagePage title={t('system.noAccess.title')} action={home}>
        {t('system.noAccess.body')}
      </MessagePage>
    );
  }
  if (code === 'not-found' || (!read.data && code === 'invalid')) {
    return (
      <MessagePage title={t('customer.page.none')} action={home}>
        {t('customer.page.noneBody')}
      </MessagePage>
    );
  }
  return (
    <>
      <BackToList />
      {!read.data && <PageTitle>{t('customers.col.name')}</PageTitle>}
      <Loaded read={read}>{(customer) => <CustomerView customer={customer} onStale={read.retry} />}</Loaded>
    </>
  );
}

function CustomerView({ customer, onStale }: { customer: Customer; onStale: () => void }) {
  const t = useText();
  const { id, name, plan } = customer;
  const isEditor = isEditorOf(customer);
  const isReadable = plan?.status === 'complete';
  const opened = useOpenedPlan(customer, { pause: !isReadable, content: String(plan?.plan_version ?? 0) });
  const { dialog, ...account } = useAccount(customer, onStale);
  const [attaches, setAttaches] = useState(false);
  const onEditId = () => account.open('editId', account.subject);
  return (
    <>
      <CustomerHead
        customer={customer}
        onEditId={isEditor ? onEditId : undefined}
        onAttach={isEditor ? () => setAttaches(true) : undefined}
        onHandOver={() => account.open('handOver', account.subject)}
      />
      <HospitalNotice customer={customer} />
      {customer.removal !== null && (
        <RemovalNotice
          removal={customer.removal}
          customer={account.subject}
          isEditor={isEditor}
          onStale={onStale}
        />
      )}
      {customer.move !== null && (
        <MoveNotice key={customer.move.id} move={customer.move} customer={customer} onStale={onStale} />
      )}
      <div className={css.notice}>
        <Notice>
          <OwnWords>{t('customer.notice', { customer: name })}</OwnWords>
        </Notice>
      </div>
      <div className={css.grid}>
        <div>
          <PlanSays customer={customer} opened={opened} />
          <QualityOfLife name={name} opened={isReadable ? opened : null} />
          <Conversations
            customer={customer}
            onRecord={
              account.actions.includes('talk') ? () => account.open('talk', account.subject) : undefined
            }
          />
          <PapersToCheck customer={customer} isEditor={isEditor} />
          <EndOfLifeDocuments customer={customer} isEditor={isEditor} onStale={onStale} />
          <Files customer={customer} />
          <Contacts contacts={customer.trusted_contacts} />
          <LinkedSystems customer={customer} />
          <Versions customer={customer} />
          <Confirmations customer={customer} />
          <Activity userId={id} pause={opened.loading} />
          <Openings userId={id} pause={opened.loading} />
        </div>
        <ControlPanel customer={customer} onStale={onStale}>
          {isEditor && <AccountActions {...account} />}
        </ControlPanel>
      </div>
      {dialog}
      {attaches && (
        <AttachFacilityDialog customer={customer} onStale={onStale} onClose={() => setAttaches(false)} />
      )}
    </>
  );
}
