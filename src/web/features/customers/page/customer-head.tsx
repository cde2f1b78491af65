import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dotOf, knownPlanState } from '../../../../domain/customers/plan-state.ts';
import { ageAt, dateOfIso, melbourneDate } from '../../../../domain/fields.ts';
import { initials } from '../../../../domain/names.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { AnchorButton, LinkButton } from '../../../ui/buttons/link-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { StatusDot } from '../../../ui/messages/badge.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { emergencyPath, type Customer } from './customer-api.ts';
import { useIsNarrow } from '../../../ui/use-is-narrow.ts';
import css from './customer-page.module.css';
import { listSearch, wasLeft } from '../list-place.ts';
import { useListPath, usePlanPath } from '../paths.ts';

/** Link back to the list. */
export function BackToList() {
  const t = useText();
  const path = useListPath();
  return (
    <Link
      to={path}
      search={listSearch(path)}
      resetScroll={!wasLeft(path)}
      className={classNames('mini', css.back)}
    >
      <Icon name="chevron-right" small />
      {t('customer.back')}
    </Link>
  );
}

type CustomerHeadProps = {
  customer: Customer;
  /** Opens the dialog for the customer ID; undefined for staff who may not change it. */
  onEditId: (() => void) | undefined;
  /** Opens the dialog that hands the plan over to an ambulance. */
  onHandOver: () => void;
};

type WithId = Pick<CustomerHeadProps, 'customer' | 'onEditId'>;

/** Head of the page: name and identifying facts of the customer, states of the plan and the account, and the two most frequent actions. */
export function CustomerHead({ customer, onEditId, onHandOver }: CustomerHeadProps) {
  const isNarrow = useIsNarrow();
  const { name, image } = customer;
  return (
    <div className={css.head}>
      <span className={classNames('ava', css.avatar)} aria-hidden="true">
        {image ? <img src={image} alt="" /> : initials(customer) || name.slice(0, 1).toUpperCase()}
      </span>
      <div>
        <PageTitle browserTitle={name}>
          <OwnWords>{name}</OwnWords>
        </PageTitle>
        <States customer={customer} onEditId={onEditId} />
      </div>
      {!isNarrow && <HeadLinks customer={customer} onHandOver={onHandOver} />}
    </div>
  );
}

/** States of the plan and of the account, birth date, room, provider, and the customer ID. */
function States({ customer, onEditId }: WithId) {
  const t = useText();
  const isNarrow = useIsNarrow();
  const [today] = useState(() => melbourneDate(new Date()));
  const { plan, customer_status, room, provider, dob } = customer;
  const state = plan?.state ?? 'none';
  return (
    <p className={css.state}>
      <StatusDot colour={dotOf(state)}>
        {t('customer.header.plan', { state: t(`customers.acpStatus.${knownPlanState(state)}`) })}
      </StatusDot>
      <span>{t(`customers.status.${customer_status}`)}</span>
      {dob !== null && (
        <span className="num">
          {t('customer.header.born', { date: dateOfIso(dob), age: ageAt(dob, today) })}
        </span>
      )}
      {room !== null && (
        <span>
          <OwnWords>{t('customer.header.room', { room })}</OwnWords>
        </span>
      )}
      {provider !== null && !isNarrow && <OwnWords>{provider}</OwnWords>}
      {!isNarrow && <CustomerId customer={customer} onEditId={onEditId} />}
    </p>
  );
}

/** The customer ID, and a button to change it. */
export function CustomerId({ customer: { name, customer_id }, onEditId }: WithId) {
  const t = useText();
  return (
    <span className="num">
      {customer_id === null ? t('customers.cell.noId') : t('customer.header.id', { id: customer_id })}{' '}
      {onEditId && <EditButton label={t('customers.cell.editId', { customer: name })} onClick={onEditId} />}
    </span>
  );
}

export function EditButton({ label, onClick }: { label: string; onClick: () => void }) {
  const t = useText();
  return (
    <button type="button" className="mini" aria-haspopup="dialog" aria-label={label} onClick={onClick}>
      {t('common.edit')}
    </button>
  );
}

/** Links to the emergency page and to the plan, for staff who may open them. */
export function HeadLinks({
  customer: { id, control, is_duplicate },
  onHandOver,
}: Pick<CustomerHeadProps, 'customer' | 'onHandOver'>) {
  const t = useText();
  const planPath = usePlanPath();
  const can = (item: string) => control.some((each) => each.item === item && each.available);
  return (
    <div className="acts">
      {can('card') && (
        <AnchorButton href={emergencyPath(id)} target="_blank" rel="noopener" variant="two" icon="health">
          {t('customer.emergency')}
          <span className="vh"> {t('common.newTab')}</span>
        </AnchorButton>
      )}
      {can('card') && !is_duplicate && (
        <Button variant="two" aria-haspopup="dialog" onClick={onHandOver}>
          {t('customers.action.handOver')}
        </Button>
      )}
      {can('view') && (
        <LinkButton to={planPath} params={{ customerId: id }}>
          {t('customer.plan.open')}
        </LinkButton>
      )}
    </div>
  );
}
