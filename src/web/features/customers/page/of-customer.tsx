import type { ReactNode } from 'react';
import { MessagePage } from '../../../app/gates/message-page.tsx';
import { useText } from '../../../app/texts.tsx';
import { LinkButton } from '../../../ui/buttons/link-button.tsx';
import { Loaded } from '../../../ui/messages/loaded.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { useCustomer, type Customer } from './customer-api.ts';

type OfCustomerProps = {
  id: string;
  /** Title of the page until the customer is loaded. */
  title: string;
  /** Content above the customer, also while it is loading. */
  head?: ReactNode;
  children: (customer: Customer, retry: () => void) => ReactNode;
};

/** Loads and renders a customer, or says that the caller has no access to the customer, or that there is none. */
export function OfCustomer({ id, title, head, children }: OfCustomerProps) {
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
      {head}
      {!read.data && <PageTitle>{title}</PageTitle>}
      <Loaded read={read}>{(customer) => children(customer, read.retry)}</Loaded>
    </>
  );
}
