import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { dotOf, knownPlanState } from '../../../../domain/customers/plan-state.ts';
import { ageAt, dateOfIso, melbourneDate } from '../../../../domain/fields.ts';
import { relationText } from '../../../../domain/questionnaire/reading/voice.ts';
import { initials } from '../../../../domain/names.ts';
import { useShortDate } from '../../../app/dates.ts';
import { useText } from '../../../app/texts.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { AnchorButton, LinkButton } from '../../../ui/buttons/link-button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Icon } from '../../../ui/drawings/icon.tsx';
import { StatusDot } from '../../../ui/messages/badge.tsx';
import { OwnWords } from '../../../ui/words/own-words.tsx';
import { PageTitle } from '../../../ui/page-title.tsx';
import { emergencyPath, type Customer } from './customer-api.ts';
import css from './customer-page.module.css';
import { listSearch, wasLeft } from '../list-place.ts';
import { useListPath, usePlanPath } from './use-paths.ts';

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
  /** Opens the dialog for the care facility; undefined for staff who may not change it. */
  onAttach: (() => void) | undefined;
  /** Opens the dialog that hands the plan over to an ambulance. */
  onHandOver: () => void;
};

/** Name of the customer, states of the plan and of the account, and the two most frequent actions. */
export function CustomerHead({ customer, onEditId, onAttach, onHandOver }: CustomerHeadProps) {
  const t = useText();
  const { name, image, plan, facility } = customer;
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
        <PersonFacts customer={customer} />
        {(facility !== null || onAttach) && (
          <p className={`${css.state} ${css.facility}`}>
            <span>
              <OwnWords>
                {facility === null
                  ? t('customer.header.noFacility')
                  : t('customer.header.facility', { facility })}
              </OwnWords>{' '}
              {onAttach && (
                <EditButton label={t('facilities.attach.button', { customer: name })} onClick={onAttach} />
              )}
            </span>
          </p>
        )}
        {plan?.recorder != null && (
          <p className={css.state}>
            <OwnWords>
              {t('customer.header.recordedBy', {
                recorder: plan.recorder,
                relation: relationText(customer.account_owner, t),
                customer: name,
              })}
            </OwnWords>
          </p>
        )}
      </div>
      <HeadLinks customer={customer} onHandOver={onHandOver} />
    </div>
  );
}

/** States of the plan and of the account, the customer ID and the provider. */
function States({ customer, onEditId }: Pick<CustomerHeadProps, 'customer' | 'onEditId'>) {
  const t = useText();
  const { name, plan, customer_status, customer_id, room, provider } = customer;
  const state = plan?.state ?? 'draft';
  return (
    <p className={css.state}>
      <StatusDot colour={dotOf(state)}>
        {t('customer.header.plan', { state: t(`customers.acpStatus.${knownPlanState(state)}`) })}
      </StatusDot>
      <span>{t(`customers.status.${customer_status}`)}</span>
      <span className="num">
        {customer_id === null ? t('customers.cell.noId') : t('customer.header.id', { id: customer_id })}{' '}
        {onEditId && <EditButton label={t('customers.cell.editId', { customer: name })} onClick={onEditId} />}
      </span>
      {room !== null && (
        <span>
          <OwnWords>{t('customer.header.room', { room })}</OwnWords>
        </span>
      )}
      {provider !== null && <OwnWords>{provider}</OwnWords>}
    </p>
  );
}

/** Birth date and age, email address, and the day on which the account was created. */
function PersonFacts({ customer: { dob, email, created_at } }: { customer: Customer }) {
  const t = useText();
  const shortDate = useShortDate();
  const [today] = useState(() => melbourneDate(new Date()));
  return (
    <p className={css.state}>
      {dob !== null && (
        <span className="num">
          {t('customer.header.born', {
            date: dateOfIso(dob),
            age: ageAt(dob, today),
          })}
        </span>
      )}
      <span>{email === null ? t('customers.cell.noEmail') : t('customer.header.email', { email })}</span>
      <span className="num">{t('customer.header.since', { date: shortDate(created_at) })}</span>
    </p>
  );
}

function EditButton({ label, onClick }: { label: string; onClick: () => void }) {
  const t = useText();
  return (
    <button type="button" className="mini" aria-haspopup="dialog" aria-label={label} onClick={onClick}>
      {t('common.edit')}
    </button>
  );
}

/** Links to the emergency page and to the plan, for staff who may open them. */
function HeadLinks({
  customer: { id, control },
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
      {can('card') && (
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
